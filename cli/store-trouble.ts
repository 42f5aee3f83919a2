import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { reasonOf } from '#core/unavailable-reason.ts';

/**
 * Does a piece of work on a store, of which one that is unavailable is told in words of its own.
 * @param sentence what failed and what that means; `REASON` in it stands for why
 */
export async function explaining<Result>(
  sentence: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new OwnerFacingError(
      sentence.replace('REASON', () => reasonOf(error)),
      { cause: error },
    );
  }
}
