import { StoreUnavailable } from '#core/errors.ts';
import type { Connection } from './connection.ts';
import type { SearchIndex } from './search-index.ts';

/** How long after a write the index begins to follow, in milliseconds. */
const DELAY = 1000;
/** How many times as long as a piece took the others have for themselves. */
const REST = 4;

/**
 * Lets the search's index follow the letters, in small pieces and in transactions of its own, so that
 * no letter is sent more slowly for it. What it is behind with is written down, and searched all the
 * same: a process that ends leaves the rest to the next one.
 * @param delay milliseconds
 */
export function indexWhenIdle(
  { read, write }: Connection,
  index: SearchIndex,
  delay: number = DELAY,
) {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function takeUp(wait: number): void {
    if (!closed) timer ??= setTimeout(work, wait).unref();
  }

  async function work(): Promise<void> {
    const began = performance.now();
    try {
      if ((await read(() => index.behind(1))) === 0) {
        timer = undefined;
        return;
      }
      await write(() => index.takeIn());
      timer = undefined;
      takeUp((performance.now() - began) * REST);
    } catch (error) {
      // Whatever is in the way, the letters are found without the index, and the next write tries again.
      if (!(error instanceof StoreUnavailable)) throw error;
      timer = undefined;
    }
  }

  return {
    /** Called when there may be something to follow. */
    wrote: () => takeUp(delay),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
