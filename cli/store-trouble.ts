import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';

/** For work that reads, or of which the store keeps all or nothing. */
export const NOTHING_CHANGED = 'The database could not do this, and nothing was changed: REASON.';

/**
 * Does a piece of work on a store, of which one that is unavailable is told in words of its own.
 * @param sentence what failed and what that means; `REASON` in it stands for why
 * @param whenFull the same, if there was no room
 */
export async function explaining<Result>(
  sentence: string,
  work: () => Promise<Result>,
  whenFull = sentence,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new OwnerFacingError(
      (error.kind === 'full' ? whenFull : sentence).replace('REASON', () => error.reason),
      { cause: error },
    );
  }
}
