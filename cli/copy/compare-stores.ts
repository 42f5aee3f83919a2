import { hash, randomBytes } from 'node:crypto';
import type { Letter } from '#core/letter.ts';
import { serializeLetter } from '#core/serialized-letter.ts';
import type { Store } from '#core/store.ts';
import { createCredentials } from '../../access/credentials.ts';
import { passing } from '../terminal/passing-letters.ts';
import type { Copying } from './copying.ts';

/** The fingerprints of letters by their ids, in the order in which they were sent. */
export type Contents = Map<string, string>;

/** How letters are compared. */
export type Mark = (letter: Letter) => string;

export interface Difference {
  different: number;
  others: number;
}

/** A SHA-256 of all fields of a letter, to compare it without holding its words in memory. */
export function fingerprint(letter: Letter): string {
  return hash('sha256', serializeLetter(letter), 'base64');
}

/** A fingerprint without position and version, which an import assigns. */
export function wordsFingerprint(letter: Letter): string {
  return fingerprint({ ...letter, position: '', version: 1 });
}

/**
 * @param done a participle for the progress line, like `compared`
 * @param mark what to compare, instead of all fields
 */
export async function contentsOf(
  { letters }: Store,
  { signal, tell }: Pick<Copying, 'signal' | 'tell'>,
  done: string,
  mark: Mark = fingerprint,
): Promise<Contents> {
  const contents: Contents = new Map();
  const passed = (count: number) => tell(count, done);
  for await (const letter of passing(letters.exportAll(), { signal, passed })) {
    contents.set(letter.id, mark(letter));
  }
  return contents;
}

/** How many letters of `to` differ from those with their ids in `from`, and how many others it has. */
export function compare(from: Contents, to: Contents): Difference {
  const foreign = [...to].filter(([id, mark]) => from.get(id) !== mark);
  const different = foreign.filter(([id]) => from.has(id)).length;
  return { different, others: foreign.length - different };
}

/** Whether two stores have the same passwords, or one of them has none. */
export async function passwordsAgree(from: Store, to: Store): Promise<boolean> {
  const here = createCredentials(from.records, randomBytes);
  const hashes = await createCredentials(to.records, randomBytes).hashes();
  return hashes === null || (await here.hashes()) === null || here.match(hashes);
}
