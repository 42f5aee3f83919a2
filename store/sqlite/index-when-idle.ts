import { StoreUnavailable } from '#core/errors.ts';
import type { Connection } from './connection.ts';
import { isIndexDamage } from './engine-error.ts';
import type { SearchIndex } from './search-index.ts';

/** How long after a write indexing begins. */
const DELAY_MS = 1000;
/** When so many letters come at once, the whole index is merged afterwards, which costs as much as rebuilding it. */
const MANY = 500;
/** The pause after each piece, as a multiple of the time that it took. */
const REST = 4;

/**
 * Updates the search index in the background, in small transactions of its own, so that sending a letter
 * takes no longer for it. Letters that are not indexed yet are recorded in a table, and searched without
 * the index: a process that ends leaves the rest to the next one.
 * @param delay milliseconds
 */
export function indexWhenIdle(
  { read, write }: Connection,
  index: SearchIndex,
  delay: number = DELAY_MS,
) {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** Whether there is something to merge, and whether all of it has to be. */
  let unmerged = false;
  let whole = false;
  /** Whether to look once more after merging: an edit or a deletion meanwhile leaves words in what was merged already. */
  let again = false;
  /** The index is rebuilt at most once: more writing does not heal a failing disk. */
  let rebuild: 'not needed' | 'due' | 'done' = 'not needed';

  function schedule(wait: number): void {
    if (!closed) timer ??= setTimeout(work, wait).unref();
  }

  /** Does one piece of the work. @returns whether there may be more to do */
  async function step(): Promise<boolean> {
    if (rebuild === 'due') {
      await write(() => index.clear());
      rebuild = 'done';
    }
    const pending = await read(() => index.pending(MANY));
    if (pending > 0) {
      await write(() => index.indexSome());
      whole ||= pending === MANY;
      unmerged = again = true;
      return true;
    }
    // Only a merge of the whole index surely removes the words of deleted letters, and those that edits replaced.
    if (!whole && (await read(() => index.wantsWholeMerge()))) whole = unmerged = true;
    if (unmerged) {
      unmerged = await write(() => index.merge(whole));
      whole &&= unmerged;
    }
    if (unmerged) return true;
    const more = again;
    again = false;
    return more;
  }

  /** @returns whether the index will be rebuilt */
  function noteDamage(): boolean {
    if (rebuild === 'not needed') rebuild = 'due';
    return rebuild === 'due';
  }

  async function work(): Promise<void> {
    const began = performance.now();
    // After any error letters are found without the index, and the next write tries again.
    const more = await step().catch((error) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      return isIndexDamage(error.cause) && noteDamage();
    });
    timer = undefined;
    if (more) schedule((performance.now() - began) * REST);
  }

  return {
    /** To be called when there may be something to index. */
    wrote: () => schedule(delay),
    /** To be called when the index was seen to be damaged. It is rebuilt, once. */
    damaged() {
      if (noteDamage()) schedule(delay);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
