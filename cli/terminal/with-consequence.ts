import { OwnerFacingError } from '#core/errors.ts';
import { Interrupted } from './interruption.ts';

/**
 * Does work, and adds to what it tells the owner if it fails what that means. An interruption says so itself.
 * @param consequence in one or more lines
 */
export async function withConsequence<Result>(
  consequence: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OwnerFacingError) || error instanceof Interrupted) throw error;
    throw new OwnerFacingError(`${error.message}\n${consequence}`, { cause: error });
  }
}
