import { stat } from 'node:fs/promises';
import { OwnerFacingError } from '#core/errors.ts';

export interface Emptiness {
  /** A clause, like `There are no letters here now`. */
  found: string;
  /** What to do, in a sentence. */
  remedy: string;
}

/**
 * Refuses to replace a file that has letters by one without any: it may be all that is left of a lost
 * database. A damaged file counts as one that has letters.
 * @param lettersIn how many letters a file holds; null when it is not whole
 * @throws OwnerFacingError when the file has to stay
 */
export async function keepEarlierLetters(
  path: string,
  lettersIn: (path: string) => Promise<number | null>,
  { found, remedy }: Emptiness,
): Promise<void> {
  const earlier = (await isEmpty(path)) ? 0 : await lettersIn(path);
  if (earlier === 0) return;
  const are = earlier === 1 ? 'is' : 'are';
  throw new OwnerFacingError(
    `${found}, but there ${are} ${earlier ?? 'some'} in ${path}: it was left as it is. ${remedy}`,
  );
}

/** True also when there is no such file. */
async function isEmpty(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}
