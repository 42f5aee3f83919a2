import { fnv } from './fnv.ts';

/** How many papers there are (papers.css). With another number, most letters would change theirs. */
export const PAPERS = 8;

/** The paper that a letter is written on: always the same for the same letter. */
export function paperOf(letterId: string): number {
  const hash = fnv(letterId);
  // The low bits of FNV are its weakest; fold the high ones in.
  return ((hash ^ (hash >>> 16)) >>> 0) % PAPERS;
}
