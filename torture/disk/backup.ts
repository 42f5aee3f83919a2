import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { createOwner, type Owner } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import { chooseSeed } from '../../test/seeded-random.ts';
import { inBrief } from '../in-brief.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { type Ran, runCommand } from '../run-command.ts';
import { type SiteInFolder, siteInFolder } from '../site-in-folder.ts';
import { createWriters, type Writer } from './letter-writer.ts';
import { letterThatWasThere, THERE } from './letters-that-were-there.ts';
import { faultsOfMoment } from './one-moment.ts';
import { writerFaults } from './writer-faults.ts';

const LETTERS = { quick: 1000, full: 10_000 };
/** Changes a second, by so many writers. */
const RATE = 200;
const WRITERS = 20;
/** How long there is writing before and after. */
const MARGIN_MS = { quick: 400, full: 2000 };
const DONE_WITHIN_MS = 5000;
/** Stands for an id. */
const PASSWORDS = 'passwords';

export const backup: Row = {
  name: 'backup',
  claim:
    'A backup made during 200 changes a second is complete within seconds, and restores every letter as it was at one moment.',
  run: (scale) => inFolder((folder) => backUpWhileWriting(folder, scale)),
};

async function backUpWhileWriting(folder: string, scale: Scale): Promise<Outcome> {
  const seed = chooseSeed();
  await using place = await siteInFolder(folder);
  await place.start();
  const owner = createOwner(place.address);
  await owner.unlock();
  // In the order of sending, letters written meanwhile come before and after all others, so that a backup
  // meets them at its beginning and at its end.
  const load = startLoad(owner, seed);
  await sleep(MARGIN_MS[scale]);
  const untouched = await keepLetters(place.database, LETTERS[scale]);
  await sleep(MARGIN_MS[scale]);
  const began = performance.now();
  const busy = await command(place, 'backup', 'busy.backup');
  const ended = performance.now();
  await sleep(MARGIN_MS[scale]);
  await load.end();
  await command(place, 'backup', 'idle.backup');

  const faults = writerFaults(load.writers, []);
  const rate = rateOfAnswers(load.writers, { began, ended });
  if (rate === 0) faults.push('No change was answered while the backup was made.');
  const restored = rowsIn(await restoredFrom(place, 'busy.backup'));
  const idle = rowsIn(await restoredFrom(place, 'idle.backup'));
  const kept = (id: string) => id.startsWith(THERE);
  faults.push(...differences(untouched, filtered(restored, kept)));
  const written = filtered(restored, (id) => !kept(id) && id !== PASSWORDS);
  faults.push(...faultsOfMoment(load.writers, [...written.values()], { began, ended }));
  faults.push(...differences(rowsIn(place.database), idle));
  return {
    figure:
      `${restored.size - 1} letters in ${Math.round(busy.took)} ms, in which ${rate} changes a ` +
      `second were answered, ${idle.size - 1} when idle, ${faults.length} differences (seed ${seed})`,
    broken: inBrief(faults),
    slow: [
      ...(busy.took > DONE_WITHIN_MS ? [`The backup took ${Math.round(busy.took)} ms.`] : []),
      ...(rate < RATE * 0.9 ? [`Only ${rate} changes a second were answered meanwhile.`] : []),
    ],
  };
}

/**
 * Makes changes at a fixed rate, whether or not earlier ones are done. One that is due while all writers
 * wait for answers is skipped for good, so that a time without answers shows in the rate.
 */
function startLoad(owner: Owner, seed: number) {
  const writers = createWriters(WRITERS, owner, seed);
  const free = [...writers];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    const before = due;
    due = Math.floor(((performance.now() - began) / 1000) * RATE);
    for (const writer of free.splice(0, due - before)) {
      const done = writer.step().then(() => {
        free.push(writer);
        running.delete(done);
      });
      running.add(done);
    }
  }, 1000 / RATE);
  return {
    writers,
    async end() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** How many changes were answered in each second between two moments. */
function rateOfAnswers(writers: Writer[], { began, ended }: { began: number; ended: number }) {
  const answered = writers
    .flatMap(({ changes }) => changes)
    .filter(({ answeredAt: at }) => at !== null && at > began && at < ended);
  return Math.round((answered.length / (ended - began)) * 1000);
}

/** A database row by column names, read without the site's own code. */
type KeptRow = Record<string, SQLOutputValue>;

/** Stores so many letters that nobody will change, and returns their rows. */
async function keepLetters(database: string, count: number): Promise<Map<string, KeptRow>> {
  const letters = Array.from({ length: count }, (_, at) => letterThatWasThere(at));
  const store = await openSqliteStore(database);
  await store.letters.importAll(letters, Date.now()).finally(() => store.close());
  return filtered(rowsIn(database), (id) => id.startsWith(THERE));
}

/** The letters by their ids, and the passwords. */
function rowsIn(path: string): Map<string, KeptRow> {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const letters = database.prepare('SELECT * FROM letters').all();
  const passwords = database.prepare("SELECT value FROM records WHERE kind = 'admin'").all();
  return new Map([
    ...letters.map((row): [string, KeptRow] => [String(row.id), row]),
    ...passwords.map((row): [string, KeptRow] => [PASSWORDS, row]),
  ]);
}

function filtered(rows: Map<string, KeptRow>, isMeant: (id: string) => boolean) {
  return new Map([...rows].filter(([id]) => isMeant(id)));
}

/** @returns the path of the database that was made */
async function restoredFrom(place: SiteInFolder, file: string): Promise<string> {
  const folder = join(place.folder, `restored-${file}`);
  mkdirSync(folder);
  const database = join(folder, 'letters.db');
  await command(place, 'restore', file, { DATABASE_URL: `sqlite:${database}` });
  return database;
}

async function command(
  { environment, folder }: SiteInFolder,
  name: string,
  file: string,
  different: Record<string, string> = {},
): Promise<Ran> {
  const ran = await runCommand(
    [name, join(folder, file)],
    { ...environment, ...different },
    folder,
  );
  if (ran.status !== 0) throw new Error(`${name} ended with ${ran.status}: ${ran.said}`);
  return ran;
}

function differences(expected: Map<string, KeptRow>, found: Map<string, KeptRow>): string[] {
  const ids = new Set([...expected.keys(), ...found.keys()]);
  return [...ids]
    .filter((id) => !isDeepStrictEqual(expected.get(id), found.get(id)))
    .map((id) => `${id} differs.`);
}
