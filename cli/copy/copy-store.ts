import { randomBytes } from 'node:crypto';
import { OwnerFacingError } from '#core/errors.ts';
import type { Letter } from '#core/letter.ts';
import { serializeLetter } from '#core/serialized-letter.ts';
import type { Store } from '#core/store.ts';
import { createCredentials } from '../../access/credentials.ts';
import { countLetters } from '../terminal/count-letters.ts';
import {
  type Contents,
  compare,
  contentsOf,
  type Difference,
  type Mark,
  passwordsAgree,
  wordsFingerprint,
} from './compare-stores.ts';
import type { Copying } from './copying.ts';
import { verifyCopy } from './verify-copy.ts';

/** A batch is written atomically, so an interruption costs at most one. */
const BATCH = { letters: 100, characters: 2_000_000 };
/** The lifetime of the mark of `refuseSame`. */
const MARK_LIFETIME_MS = 60_000;

interface Copied {
  copied: number;
  /** Of the letters of `from`, how many were in `to` before. */
  present: number;
  /** How many `from` has. */
  letters: number;
  /** Whether `from` has passwords. */
  passwords: boolean;
}

/**
 * Copies letters and passwords, and reads both stores again to see that they are there. Can be
 * done again after an interruption: what is there already is not copied again.
 * @throws {OwnerFacingError} before anything is copied when `to` holds something else, and at the
 *   end when the two are not what they should be
 */
export async function copyStore(copying: Copying): Promise<Copied> {
  const { from, to, merge } = copying;
  await refuseSame(copying);
  const read = (store: Store, mark?: Mark) => contentsOf(store, copying, 'compared', mark);
  const wanted = await read(from);
  const present = await read(to);
  if (!merge) {
    const inWords = async () =>
      compare(await read(from, wordsFingerprint), await read(to, wordsFingerprint)).different;
    await refuseOthers(compare(wanted, present), inWords, copying);
    await refuseOtherPasswords(copying);
  }
  const passwords = await carryPasswords(copying);
  const copied = await carryLetters(copying, present);
  await verifyCopy(copying, present);
  return { copied, present: wanted.size - copied, letters: wanted.size, passwords };
}

/** One database can have several addresses, so a mark is written to one store and looked for in the other. */
async function refuseSame({ from, to }: Copying): Promise<void> {
  const name = randomBytes(16).toString('hex');
  await to.records.put('copy', name, {}, { expiresAt: Date.now() + MARK_LIFETIME_MS });
  const same = (await from.records.get('copy', name)) !== null;
  await to.records.delete('copy', name);
  if (same) throw new OwnerFacingError('FROM and TO are the same database.\nNothing was copied.');
}

/** @param inWords how many letters differ in more than their place in the list and their version */
async function refuseOthers(
  { different, others }: Difference,
  inWords: () => Promise<number>,
  { names }: Copying,
): Promise<void> {
  if (different + others === 0) return;
  const reworded = different > 0 ? await inWords() : 0;
  const moved = different - reworded;
  const thatDiffer = (count: number) =>
    `${countLetters(count)} that ${count === 1 ? 'differs' : 'differ'}`;
  const what = [
    ...(others > 0 ? [`${countLetters(others)} that ${names.from} does not have`] : []),
    ...(reworded > 0 ? [`${thatDiffer(reworded)} there`] : []),
    ...(moved > 0 ? [`${thatDiffer(moved)} only in place in the list or version`] : []),
  ];
  throw new OwnerFacingError(
    `Cannot copy into ${names.to}: it holds ${what.join(', and ')}.\n` +
      'Nothing was copied. Copy into an empty database, ' +
      'or add --merge: that leaves what is there as it is, and adds what is missing.',
  );
}

async function refuseOtherPasswords({ from, to, names }: Copying): Promise<void> {
  if (await passwordsAgree(from, to)) return;
  throw new OwnerFacingError(
    `The passwords in ${names.to} are not those in ${names.from}.\n` +
      'Nothing was copied. Copy into an empty database, or add --merge: then they stay.',
  );
}

/** @returns whether `from` has passwords */
async function carryPasswords({ from, to }: Copying): Promise<boolean> {
  const hashes = await createCredentials(from.records, randomBytes).hashes();
  const there = createCredentials(to.records, randomBytes);
  if (hashes && (await there.hashes()) === null) await there.replaceHashes(hashes);
  return hashes !== null;
}

/** @returns how many were copied */
async function carryLetters(copying: Copying, present: Contents): Promise<number> {
  const { from, to, signal, tell } = copying;
  let copied = 0;
  let batch: Letter[] = [];
  let characters = 0;
  const send = async () => {
    signal.throwIfAborted();
    copied += (await to.letters.importAll(batch, Date.now())).added;
    tell(copied, 'copied');
    batch = [];
    characters = 0;
  };
  for await (const letter of from.letters.exportAll()) {
    if (present.has(letter.id)) continue;
    const size = serializeLetter(letter).length;
    if (batch.length > 0 && characters + size > BATCH.characters) await send();
    batch.push(letter);
    characters += size;
    if (batch.length === BATCH.letters) await send();
  }
  if (batch.length > 0) await send();
  return copied;
}
