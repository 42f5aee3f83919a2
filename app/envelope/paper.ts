/** How many quiet colours of paper there are; see papers.css. */
const PAPERS = 8;

/** The paper that a letter is written on: always the same for the same letter (FNV-1a of its id). */
export function paperOf(letterId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < letterId.length; at++) {
    hash = Math.imul(hash ^ letterId.charCodeAt(at), 0x01000193);
  }
  // The low bits of FNV are its weakest; fold the high ones in.
  return ((hash ^ (hash >>> 16)) >>> 0) % PAPERS;
}
