import { OwnerFacingError, type StoreTrouble, StoreUnavailable } from '#core/errors.ts';

/** For work that only reads, or that is atomic: what may have changed something has words of its own. */
export const nothingChanged = ({ reason }: StoreTrouble) =>
  `The database could not do this, and nothing was changed: ${reason}.`;

/**
 * Runs work on a store, and turns `StoreUnavailable` into a sentence for the owner.
 * @param sentence says what failed, why, and what that means
 */
export async function explaining<Result>(
  sentence: (trouble: StoreTrouble) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new OwnerFacingError(sentence(error), { cause: error });
  }
}
