import { isDeepStrictEqual } from 'node:util';
import { OwnerFacingError } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import { countLetters } from '../terminal/count-letters.ts';
import {
  type Contents,
  contentsOf,
  fingerprint,
  type Mark,
  passwordsAgree,
} from './compare-stores.ts';
import type { Copying } from './copying.ts';

/**
 * Reads two stores after one was copied into the other.
 * @param before the fingerprints of what was in `to` before
 * @throws {OwnerFacingError} when the copy is not what it should be
 */
export async function verifyCopy(copying: Copying, before: Contents): Promise<void> {
  const difference = await (copying.merge ? lost(copying, before) : distinction(copying));
  if (difference === null) return;
  const { from, to } = copying.names;
  throw new OwnerFacingError(
    `There is a difference between ${from} and ${to}: ${difference}.\n` +
      'Something was written while the letters were copied. Nothing is lost: stop the site, and ' +
      'run the same command again. If that refuses, copy into an empty database.',
  );
}

/** How two stores that must be the same differ, or null. */
async function distinction(copying: Copying): Promise<string | null> {
  const { from, to } = await readBoth(copying);
  if (from.size !== to.size) {
    return `the first holds ${countLetters(from.size)}, the second ${to.size.toLocaleString('en-US')}`;
  }
  if (!isDeepStrictEqual([...from], [...to])) return 'not all of their letters are the same';
  return (await passwordsAgree(copying.from, copying.to)) ? null : 'their passwords differ';
}

/** How many letters of the first store did not arrive in the second, in words; null when all did. */
async function lost(copying: Copying, before: Contents): Promise<string | null> {
  // A letter whose place in the list was taken has another one, but is still the same letter.
  const { from, to } = await readBoth(copying, (letter) =>
    fingerprint({ ...letter, position: '' }),
  );
  const missing = [...from].filter(([id, mark]) =>
    before.has(id) ? !to.has(id) : to.get(id) !== mark,
  );
  return missing.length === 0
    ? null
    : `${countLetters(missing.length)} of the first did not arrive`;
}

async function readBoth(copying: Copying, mark?: Mark): Promise<{ from: Contents; to: Contents }> {
  const read = (store: Store) => contentsOf(store, copying, 'read again', mark);
  return { from: await read(copying.from), to: await read(copying.to) };
}
