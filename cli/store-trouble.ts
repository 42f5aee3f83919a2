import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';

/** For work that only reads, or that is atomic. */
export const NOTHING_CHANGED = 'The database could not do this, and nothing was changed: REASON.';

/**
 * Runs work on a store, and turns `StoreUnavailable` into a sentence for the owner.
 * @param sentence what failed and what that means; `REASON` in it stands for why
 * @param whenFull the sentence to use when the disk was full
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
