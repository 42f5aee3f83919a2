import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { createOwner } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import { chooseSeed, seededRandom } from '../../test/seeded-random.ts';
import type { SiteProcess } from '../../test/site/site-process.ts';
import { inBrief } from '../in-brief.ts';
import type { Row, Scale } from '../row.ts';
import { type SiteInFolder, siteInFolder } from '../site-in-folder.ts';
import { afterwardsFaults } from './afterwards-faults.ts';
import { type Change, createWriters, type Writer } from './letter-writer.ts';
import { writerFaults } from './writer-faults.ts';

const KILLS = { quick: 4, full: 200 };
const WRITERS = 4;
const LONGEST_LIFE_MS = 250;
const READY_WITHIN_MS = 2000;
/** All letters are compared after every so many kills. */
const LOOK_EVERY = 10;

export const kill: Row = {
  name: 'kill',
  claim:
    'kill -9 at random moments while letters are sent, edited and deleted: nothing that was acknowledged is lost or stored twice.',
  run: (scale) => inFolder((folder) => killAgainAndAgain(folder, scale)),
};

async function killAgainAndAgain(folder: string, scale: Scale) {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  await using place = await siteInFolder(folder);
  const owner = createOwner(place.address);
  const writers = createWriters(WRITERS, owner, seed);
  const broken: string[] = [];
  const waits: number[] = [];
  const lookAround = () => afterwardsFaults(place.address, owner, writers);
  let { site } = await place.start();
  await owner.unlock();
  for (let count = 1; count <= KILLS[scale]; count += 1) {
    await writeUntilKilled(site, writers, random() * LONGEST_LIFE_MS, count);
    const started = await place.start();
    site = started.site;
    waits.push(started.took);
    if (!started.isReady) broken.push('It started again, but is not ready.');
    broken.push(...(await integrityFaults(place)));
    if (count % LOOK_EVERY === 0) broken.push(...(await lookAround()));
    if (broken.length > 0) break;
  }
  const kept = keptBy(writers);
  if (kept < waits.length) broken.push(`Only ${kept} changes were acknowledged.`);
  // Unanswered changes are retried once, and then everything must be right.
  for (const writer of writers) await writer.step();
  broken.push(...(await lookAround()));
  // A site that runs has no reason to refuse anything.
  broken.push(...writerFaults(writers, []));
  await site.stop();
  const open = writers.flatMap(({ entries }) => entries.filter(({ states }) => states.length > 1));
  const longest = Math.round(Math.max(0, ...waits));
  return {
    figure:
      `${waits.length} kills, ${kept} acknowledged changes, ${open.length} left unanswered, ` +
      `${broken.length} faults, ready again within ${longest} ms (seed ${seed})`,
    broken: inBrief(broken),
    slow: longest > READY_WITHIN_MS ? [`Once it took ${longest} ms until it was ready again.`] : [],
  };
}

function keptBy(writers: Writer[]): number {
  return writers.flatMap(({ changes }) => changes.filter(isKept)).length;
}

function isKept({ answeredAt }: Change): boolean {
  return answeredAt !== null;
}

/** @param least how many changes are acknowledged before, however slow the machine is */
async function writeUntilKilled(
  site: SiteProcess,
  writers: Writer[],
  life: number,
  least: number,
): Promise<void> {
  let over = false;
  const writing = Promise.all(
    writers.map(async ({ step }) => {
      while (!over) if ((await step()) === 'unanswered') return;
    }),
  ).finally(() => {
    over = true;
  });
  await sleep(life);
  while (!over && keptBy(writers) < least) await sleep(1);
  over = true;
  await site.kill();
  await writing;
}

/** What the engine finds wrong with the file, beside the running site. */
async function integrityFaults({ database }: SiteInFolder): Promise<string[]> {
  const store = await openSqliteStore(database, { mode: 'untouched' });
  return store.faults().finally(() => store.close());
}
