import { setTimeout as sleep } from 'node:timers/promises';
import type { LetterJson, LetterSummary } from '#core/letter.ts';
import { allLetters, everyLetter } from '../../test/clients/every-letter.ts';
import type { LiveReader } from '../../test/clients/live-reader.ts';
import type { Owner } from '../../test/clients/owner.ts';
import { type Entry, faultsOf } from './letter-ledger.ts';
import type { Writer } from './letter-writer.ts';

const TOLD_WITHIN_MS = 10_000;

/**
 * What is wrong after the writing has ended: with the stored letters, compared to the site's answers; with
 * what readers can see of them; and with the screen of a reader who was there all the time.
 */
export async function afterwardsFaults(
  address: string,
  owner: Owner,
  writers: Writer[],
  reader?: LiveReader,
): Promise<string[]> {
  const entries = writers.flatMap((writer) => writer.entries);
  const letters = await allLetters(owner);
  return [
    ...faultsOf(entries, letters),
    ...(await readerFaults(address, letters, entries)),
    ...(reader ? await screenFaults(reader, letters) : []),
  ];
}

async function screenFaults(reader: LiveReader, letters: LetterJson[]): Promise<string[]> {
  const visible = letters.filter(({ hidden }) => !hidden);
  const isRight = (titles: Map<string, string>) =>
    titles.size === visible.length && visible.every(({ id, title }) => titles.get(id) === title);
  await Promise.race([reader.until(isRight), sleep(TOLD_WITHIN_MS, undefined, { ref: false })]);
  return isRight(reader.titles()) ? [] : ['The live stream missed something.'];
}

/** What is wrong with what readers can see of the stored letters. */
async function readerFaults(
  address: string,
  letters: LetterJson[],
  entries: Entry[],
): Promise<string[]> {
  const faults: string[] = [];
  const visible = await everyLetter<LetterSummary>((query) =>
    fetch(`${address}/api/letters${query}`),
  );
  const seen = new Set(visible.map(({ id }) => id));
  for (const { id, title, hidden } of letters) {
    if (hidden && seen.has(id)) faults.push(`${title} is hidden, and is in the list.`);
    if (!hidden && !seen.delete(id)) faults.push(`${title} is not in the list.`);
  }
  if (seen.size > 0) faults.push(`${seen.size} in the list are not there.`);
  const there = new Set(letters.map(({ id }) => id));
  for (const { id, mark } of entries) {
    if (id === null || there.has(id)) continue;
    const { status } = await fetch(`${address}/api/letters/${id}`);
    if (status !== 404) faults.push(`${mark} was deleted, and answers ${status}.`);
  }
  return faults;
}
