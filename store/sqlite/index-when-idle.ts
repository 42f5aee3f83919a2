import { StoreUnavailable } from '#core/errors.ts';
import type { Connection } from './connection.ts';
import { isIndexDamage } from './engine-error.ts';
import type { SearchIndex } from './search-index.ts';

/** How long after a write the index begins to follow, in milliseconds. */
const DELAY = 1000;
/** After so many letters at once the whole index is tidied up: it costs as much as writing it anew. */
const MANY = 500;
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
  let untidy = false;
  let many = false;
  /** Once is enough: a disk that goes on damaging it is not healed by more writing. */
  let anew: 'not needed' | 'due' | 'done' = 'not needed';

  function takeUp(wait: number): void {
    if (!closed) timer ??= setTimeout(work, wait).unref();
  }

  /** Whether there may be more to do. */
  async function follow(): Promise<boolean> {
    if (anew === 'due') {
      await write(() => index.beginAnew());
      anew = 'done';
    }
    const behind = await read(() => index.behind(MANY));
    if (behind > 0) {
      await write(() => index.takeIn());
      many ||= behind === MANY;
      untidy = true;
    } else if (untidy) {
      untidy = await write(() => index.tidyUp(many));
      many &&= untidy;
    }
    return untidy;
  }

  /** @returns whether something can be done about it */
  function noteDamage(): boolean {
    if (anew === 'not needed') anew = 'due';
    return anew === 'due';
  }

  async function work(): Promise<void> {
    const began = performance.now();
    // Whatever is in the way, letters are found without the index, and the next write tries again.
    const more = await follow().catch((error) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      return isIndexDamage(error.cause) && noteDamage();
    });
    timer = undefined;
    if (more) takeUp((performance.now() - began) * REST);
  }

  return {
    /** Called when there may be something to follow. */
    wrote: () => takeUp(delay),
    /** Called when the index was seen to be damaged. It is made anew, once. */
    damaged() {
      if (noteDamage()) takeUp(delay);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
