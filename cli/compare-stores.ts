import { createHash, hash, randomBytes } from 'node:crypto';
import { writeKeptLetter } from '#core/kept-letter.ts';
import type { Letter } from '#core/letter.ts';
import type { Store } from '#core/store.ts';
import { createCredentials } from '../access/credentials.ts';

/** The fingerprints of letters by their ids, in the order in which they were sent. */
export type Contents = Map<string, string>;

/** What letters are told from one another by. */
export type Mark = (letter: Letter) => string;

export interface Difference {
  different: number;
  others: number;
}

/** What tells one letter from another without holding its words: a SHA-256 of all its fields. */
export function fingerprint(letter: Letter): string {
  return hash('sha256', writeKeptLetter(letter), 'base64');
}

/** The same, but for its place in the list and its version, which importing it anew gives it anew. */
export function wordsFingerprint(letter: Letter): string {
  return fingerprint({ ...letter, position: '', version: 1 });
}

/** @param mark what to tell letters by, if not by all their fields */
export async function contentsOf(
  letters: AsyncIterable<Letter>,
  mark: Mark = fingerprint,
): Promise<Contents> {
  const contents: Contents = new Map();
  for await (const letter of letters) contents.set(letter.id, mark(letter));
  return contents;
}

/** One SHA-256 of all letters in their order. */
export function digestOf(contents: Contents): string {
  const digest = createHash('sha256');
  for (const mark of contents.values()) digest.update(`${mark}\n`);
  return digest.digest('hex');
}

/** How many letters of the second have the same id in the first and differ, or are not in it. */
export function compare(from: Contents, to: Contents): Difference {
  const foreign = [...to].filter(([id, mark]) => from.get(id) !== mark);
  const different = foreign.filter(([id]) => from.has(id)).length;
  return { different, others: foreign.length - different };
}

/** Whether two stores have the same passwords. Where one has none there is nothing to differ from. */
export async function passwordsAgree(from: Store, to: Store): Promise<boolean> {
  const here = createCredentials(from.records, randomBytes);
  const hashes = await createCredentials(to.records, randomBytes).hashes();
  const { hashed, plain } = await here.state();
  return hashes === null || hashed + plain === 0 || here.areThose(hashes);
}
