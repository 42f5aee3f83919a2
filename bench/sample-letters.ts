import { newLetterId } from '#core/letter-id.ts';
import type { ImportedLetter } from '#core/store.ts';
import { openDatabase } from '../store/sqlite/open-database.ts';
import { searchIndex } from '../store/sqlite/search-index.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { seededRandom } from '../test/seeded-random.ts';

const WORDS =
  'lamp window river evening bread orchard letter winter kettle harbour gravel swallow candle meadow ' +
  'morning garden violin attic thunder pepper linen saddle copper bramble feather lantern valley';
const VOCABULARY = WORDS.split(' ');
const DAY = 24 * 3600 * 1000;
const NEWEST = Date.UTC(2026, 10, 20);
/** How many letters are written at a time. */
const BATCH = 1000;
/** How many pieces the index takes in at a time. */
const PIECES = 50;

/**
 * Letters of about a thousand characters, a day each and the newest first, always the same ones.
 * @param hiddenEvery every so many-th letter is hidden; 0: none is
 */
export function* sampleLetters(count: number, hiddenEvery = 0): Generator<ImportedLetter> {
  const random = seededRandom('sample letters');
  const word = () => VOCABULARY[Math.floor(random() * VOCABULARY.length)] ?? '';
  const words = (many: number) => Array.from({ length: many }, word).join(' ');
  for (let at = 0; at < count; at += 1) {
    const createdAt = NEWEST - (at % 20_000) * DAY;
    yield {
      id: newLetterId((bytes) => Uint8Array.from({ length: bytes }, () => random() * 256)),
      title: `${words(3)} ${at}`,
      content: Array.from({ length: 5 }, () => `${words(29)}.`).join('\n\n'),
      signature: 'Ines Aldana',
      hidden: hiddenEvery > 0 && at % hiddenEvery === hiddenEvery - 1,
      date: new Date(createdAt).toISOString().slice(0, 10),
      createdAt,
      updatedAt: null,
      origin: null,
    };
  }
}

/** Writes sample letters into a new SQLite file, and lets the index of its search follow. */
export async function fillDatabase(file: string, count: number, hiddenEvery = 0): Promise<void> {
  const store = await openSqliteStore(file);
  try {
    let batch: ImportedLetter[] = [];
    for (const letter of sampleLetters(count, hiddenEvery)) {
      batch.push(letter);
      if (batch.length < BATCH) continue;
      await store.letters.importAll(batch, NEWEST);
      batch = [];
    }
    await store.letters.importAll(batch, NEWEST);
  } finally {
    await store.close();
  }
  await followUp(file);
}

async function followUp(file: string): Promise<void> {
  const database = await openDatabase(file, 0);
  const index = searchIndex(database);
  let more = true;
  while (more) {
    database.exec('BEGIN IMMEDIATE');
    for (let piece = 0; piece < PIECES; piece += 1) index.takeIn();
    more = index.behind(1) > 0 || index.tidyUp(true);
    database.exec('COMMIT');
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}
