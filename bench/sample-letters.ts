import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
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
/** From so many letters on, the database is kept for the next time. */
const MANY = 10_000;
const ROOT = join(import.meta.dirname, '..');
const KEPT = join(ROOT, 'node_modules/.cache/sample-letters');
const SOURCES = [
  'bench/sample-letters.ts',
  'core/position.ts',
  'store/fold-text.ts',
  'store/sqlite/**/*.{ts,sql}',
];
/** In bytes: more than the words of 100,000 letters need, and the default of FTS5. */
const GATHERED = 2 ** 30;
const USUALLY_GATHERED = 2 ** 20;

/** Letters of about a thousand characters, a day each and the newest first, always the same ones. */
export function* sampleLetters(count: number): Generator<ImportedLetter> {
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
      hidden: false,
      date: new Date(createdAt).toISOString().slice(0, 10),
      createdAt,
      updatedAt: null,
      origin: null,
    };
  }
}

/** Writes sample letters into a new SQLite file, with the index of their search. */
export async function fillDatabase(file: string, count: number): Promise<void> {
  if (count < MANY) await makeDatabase(file, count);
  else copyFileSync(await keptDatabase(count), file, constants.COPYFILE_FICLONE);
}

/** Many letters take a minute, so they are written once for each version of the code that writes them. */
async function keptDatabase(count: number): Promise<string> {
  const kept = join(KEPT, `${count}-${edition()}.db`);
  if (existsSync(kept)) return kept;
  mkdirSync(KEPT, { recursive: true });
  // From earlier versions, or left unfinished by a process that was killed.
  for (const name of readdirSync(KEPT)) rmSync(join(KEPT, name));
  const unfinished = `${kept}.${process.pid}`;
  await makeDatabase(unfinished, count);
  renameSync(unfinished, kept);
  return kept;
}

/** A digest of the code that a database of sample letters depends on. */
function edition(): string {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts'] }).sort();
  const digest = createHash('sha256');
  for (const name of files) digest.update(readFileSync(join(ROOT, name)));
  return digest.digest('hex').slice(0, 16);
}

async function makeDatabase(file: string, count: number): Promise<void> {
  const store = await openSqliteStore(file);
  await store.letters.importAll([...sampleLetters(count)], NEWEST).finally(() => store.close());
  await followUp(file);
}

/** All at once: SQLite collects the words of all letters in memory before it writes any. */
async function followUp(file: string): Promise<void> {
  const database = await openDatabase(file, 0);
  const gather = (bytes: number) =>
    database.exec(`INSERT INTO letter_words (letter_words, rank) VALUES ('hashsize', ${bytes})`);
  const index = searchIndex(database);
  database.exec('BEGIN IMMEDIATE');
  gather(GATHERED);
  while (index.pending(1) > 0) index.indexSome();
  gather(USUALLY_GATHERED);
  while (index.merge(true));
  database.exec('COMMIT');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}
