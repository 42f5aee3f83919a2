import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { createOwner } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import { chooseSeed, seededRandom } from '../../test/seeded-random.ts';
import type { SiteProcess } from '../../test/site/site-process.ts';
import { inBrief } from '../in-brief.ts';
import { poll } from '../poll.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { runCommand } from '../run-command.ts';
import { type SiteInFolder, siteInFolder } from '../site-in-folder.ts';
import { compareWithTruth, type Truth } from './compare-with-truth.ts';
import { damageFile, damageMuch, readPlainly } from './damage-file.ts';
import type { Words } from './letter-ledger.ts';
import { createWriter } from './letter-writer.ts';
import { letterThatWasThere } from './letters-that-were-there.ts';

const ROUNDS = { quick: 2, full: 100 };
const MAX_ROUNDS = 20;
const RUNNING = { quick: 1, full: 10 };
const LETTERS = { quick: 100, full: 400 };
const SAID_WITHIN_MS = 20_000;
const WORDS_FOR_THE_LOG = 'the database is damaged';

export const corrupt: Row = {
  name: 'corrupt',
  claim:
    'The database is overwritten in the middle: no letter is shown with words that are not its own, the damage is reported, nothing more is acknowledged, and a backup repairs it.',
  run: (scale) => inFolder((folder) => damageAndHeal(folder, scale)),
};

interface Damaging extends Truth {
  place: SiteInFolder;
  /** The database as it was while it was whole, and what it says. */
  whole: { path: string; says: string | null };
  random: () => number;
}

async function damageAndHeal(folder: string, scale: Scale): Promise<Outcome> {
  const seed = chooseSeed();
  await using place = await siteInFolder(folder);
  const { address } = place;
  const owner = createOwner(address);
  const whole = { path: join(folder, 'whole.db'), says: null as string | null };
  const truth = new Map<string, Words>();
  const damaging = { place, address, owner, whole, truth, random: seededRandom(seed) };
  await prepare(damaging, LETTERS[scale]);
  const broken: string[] = [];
  let harmful = 0;
  let started = 0;
  let right = 0;
  let round = 0;
  // By chance, the damage may hit nothing, or keep the site from starting each time.
  for (; round < ROUNDS[scale] || (started === 0 && round < MAX_ROUNDS); round += 1) {
    const told = await damageWhileStopped(damaging, round % 2 === 0 ? 'bytes' : 'pages');
    broken.push(...told.faults);
    if (!told.harmed) continue;
    harmful += 1;
    if (told.right === null) continue;
    started += 1;
    right += told.right;
  }
  if (started === 0)
    broken.push('The site never started on a damaged database, so nothing was read from one.');
  for (let time = 0; time < RUNNING[scale]; time += 1) {
    broken.push(...(await damageDatabase(damaging)));
    broken.push(...(await damageLog(damaging, time % 2 === 1)));
  }
  broken.push(...(await heal(damaging)));
  return {
    figure:
      `${round} times while stopped (${harmful} harmed something, and ` +
      `${started} of these let it start), ${2 * RUNNING[scale]} while running; beside the harm ` +
      `${Math.round(right / Math.max(1, started))} of ${truth.size} letters were read on average, ` +
      `${broken.length} faults (seed ${seed})`,
    broken: inBrief(broken),
    slow: [],
  };
}

async function prepare({ place, owner, whole, truth }: Damaging, count: number): Promise<void> {
  const letters = Array.from({ length: count }, (_, at) => letterThatWasThere(at));
  for (const { id, title, content, hidden } of letters) truth.set(id, { title, content, hidden });
  const store = await openSqliteStore(place.database);
  await store.letters.importAll(letters, Date.now()).finally(() => store.close());
  const { site } = await place.start();
  await owner.unlock();
  await site.stop();
  copyFileSync(place.database, whole.path);
  whole.says = readPlainly(whole.path);
  const { status, said } = await command(place, 'backup', join(place.folder, 'good.backup'));
  if (status !== 0) throw new Error(said);
}

function command({ environment, folder }: SiteInFolder, ...args: string[]) {
  return runCommand(args, environment, folder);
}

function putWholeBack({ place, whole }: Damaging): void {
  for (const end of ['-wal', '-shm']) rmSync(place.database + end, { force: true });
  copyFileSync(whole.path, place.database);
}

/** @returns also how many letters could be read; null when it did not start */
async function damageWhileStopped(damaging: Damaging, what: 'bytes' | 'pages') {
  const { place, owner, whole, random } = damaging;
  putWholeBack(damaging);
  damageFile(place.database, what, random);
  const harmed = readPlainly(place.database) !== whole.says;
  const started = await place.start().catch((error: Error) => error);
  if (started instanceof Error) {
    const said = /is (?:a damaged database|not whole)/.test(started.message);
    return { harmed, right: null, faults: said ? [] : [`It did not start. ${started.message}`] };
  }
  const { site } = started;
  const faults = harmed ? await silence(site) : [];
  const { right, faults: lies } = await compareWithTruth(damaging, harmed);
  faults.push(...lies);
  if (right === 0 && what === 'bytes') faults.push('A few bytes hide every letter.');
  const words = { title: 'New', content: 'Words.' };
  const { status } = await owner.call('POST', '/api/portal/letters', words);
  if (status !== (harmed ? 503 : 201)) faults.push(`A letter was answered with ${status}.`);
  await site.kill();
  return { harmed, right, faults };
}

/** What the site fails to say about the damage. */
async function silence(site: SiteProcess): Promise<string[]> {
  const ready = () => fetch(`${site.address}/readyz`);
  const { status } = await poll(ready, (answer) => answer.status === 503, {
    within: SAID_WITHIN_MS,
  });
  const faults: string[] = [];
  if (status !== 503) faults.push(`/readyz answers ${status} on a damaged database.`);
  if (!site.complaints().some((line) => line.includes(WORDS_FOR_THE_LOG))) {
    faults.push(`The log does not say that it is damaged: ${site.complaints().join(' | ')}`);
  }
  return faults;
}

/** Sends letters to a site on an intact database, and damages the database or its log meanwhile. */
async function damageWhileRunning(damaging: Damaging, part: '' | '-wal') {
  const { place, owner, random, truth } = damaging;
  putWholeBack(damaging);
  const { site } = await place.start();
  const writer = createWriter('w', owner, random);
  for (let count = 0; count < 20; count += 1) await writer.step();
  damageMuch(place.database + part, random);
  const known = new Map(truth);
  for (const { id, states } of writer.entries) if (id && states[0]) known.set(id, states[0]);
  return { site, writer, known: { ...damaging, truth: known } };
}

async function damageDatabase(damaging: Damaging): Promise<string[]> {
  const { site, writer, known } = await damageWhileRunning(damaging, '');
  const { faults } = await compareWithTruth(known, true);
  faults.push(...(await silence(site)));
  const fate = await writer.step();
  if (fate !== 'refused') faults.push(`A change to a damaged database was ${fate}.`);
  const alive = await fetch(`${site.address}/healthz`).then(({ status }) => status);
  if (alive !== 200) faults.push(`/healthz answers ${alive}.`);
  await site.kill();
  return [...faults, ...writer.oddities];
}

/** @param readOn whether letters are read from the damaged log before the process is killed */
async function damageLog(damaging: Damaging, readOn: boolean): Promise<string[]> {
  const { place } = damaging;
  const { site, writer, known } = await damageWhileRunning(damaging, '-wal');
  const faults = readOn ? (await compareWithTruth(known, true)).faults : [];
  await site.kill();
  const started = await place.start().catch((error: Error) => error);
  if (started instanceof Error) {
    if (!/-wal is damaged|is (?:a damaged database|not whole)/.test(started.message)) {
      faults.push(started.message);
    }
    return faults;
  }
  // It runs, so either everything acknowledged is there, or the site says that it is damaged.
  const isWhole = (await compareWithTruth(known, false)).faults.length === 0;
  if (!isWhole) faults.push(...(await silence(started.site)));
  faults.push(...(await compareWithTruth(known, true)).faults, ...writer.oddities);
  await started.site.kill();
  return faults;
}

/** Checks what the commands say of a damaged database, and that restoring a backup works as in docs/backups.md. */
async function heal(damaging: Damaging): Promise<string[]> {
  const { place, owner } = damaging;
  const faults: string[] = [];
  putWholeBack(damaging);
  damageMuch(place.database, damaging.random);
  const doctor = await command(place, 'doctor');
  if (doctor.status !== 1 || !doctor.said.includes('WRONG')) faults.push(`doctor: ${doctor.said}`);
  const good = join(place.folder, 'good.backup');
  const backup = await command(place, 'backup', good);
  if (backup.status !== 1) faults.push('A backup of a damaged database was made.');
  const data = dirname(place.database);
  renameSync(data, `${data}-damaged`);
  mkdirSync(data);
  const restored = await command(place, 'restore', good);
  if (restored.status !== 0) faults.push(`restore: ${restored.said}`);
  const { site } = await place.start();
  await owner.unlock();
  faults.push(...(await compareWithTruth(damaging, false)).faults);
  await owner.send({ title: 'Healed' });
  await site.stop();
  if (site.complaints().length > 0)
    faults.push(`Healed, it says: ${site.complaints().join(' | ')}`);
  return faults;
}
