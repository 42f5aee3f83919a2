import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allLetters } from '../../test/clients/every-letter.ts';
import { openLiveReader } from '../../test/clients/live-reader.ts';
import { createOwner } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../../test/machine/small-disk.ts';
import { chooseSeed } from '../../test/seeded-random.ts';
import { inBrief } from '../in-brief.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { runCommand } from '../run-command.ts';
import { type SiteInFolder, siteInFolder } from '../site-in-folder.ts';
import { afterwardsFaults } from './afterwards-faults.ts';
import { ageSessions } from './age-sessions.ts';
import { createWriters, type Writer } from './letter-writer.ts';
import { keepReading } from './reading.ts';
import { writerFaults } from './writer-faults.ts';

const SIZE = '6m';
const ROUNDS = { quick: 1, full: 5 };
/** How many writes are refused in each round before there is room again. */
const REFUSED = { quick: 6, full: 40 };
const MAX_TRIES = 5000;
const WRITERS = 3;
/** How long there is reading while it is full. */
const READ_ON_MS = 500;
const WORDS_FOR_THE_LOG = 'the disk is full';

export const diskFull: Row = {
  name: 'disk-full',
  claim:
    'The disk fills up while letters are written: nothing is acknowledged that is not stored, reading continues, and writing works again by itself once there is room.',
  obstacle: whyNoSmallDisk,
  run(scale) {
    return inFolder(async (folder) => {
      mkdirSync(join(folder, 'data'));
      await using disk = await mountSmallDisk(join(folder, 'data'), SIZE);
      return await fillAndEmpty(folder, disk, scale);
    });
  },
};

async function fillAndEmpty(folder: string, disk: SmallDisk, scale: Scale): Promise<Outcome> {
  const seed = chooseSeed();
  await using place = await siteInFolder(folder, disk.through(folder));
  await using reader = openLiveReader(place.address);
  const broken: string[] = [];
  const began = performance.now();
  let { site } = await place.start();
  const owner = createOwner(place.address);
  const onlooker = createOwner(place.address);
  for (const { unlock } of [owner, onlooker]) await unlock();
  const writers = createWriters(WRITERS, owner, seed);
  for (const { step } of writers) for (let n = 0; n < 5; n += 1) await step();
  await reader.connected();

  let reads = 0;
  for (let round = 0; round < ROUNDS[scale]; round += 1) {
    ageSessions(place.database, disk.through(folder));
    await Promise.all([disk.fill(), ...writers.map((one) => refused(one, REFUSED[scale]))]);
    broken.push(...(await unlockingFaults(place)));
    const ids = (await allLetters(owner)).map(({ id }) => id);
    // The use of its session is due to be written, and cannot be.
    const endReading = keepReading(onlooker, ids);
    await sleep(READ_ON_MS);
    const reading = await endReading();
    reads += reading.count;
    broken.push(...reading.faults);
    disk.makeRoom();
    for (const { step } of writers)
      if ((await step()) !== 'kept') broken.push('It did not recover.');
    broken.push(...(await afterwardsFaults(place.address, owner, writers, reader)));
  }
  const said = site.complaints().filter((line) => line.includes(WORDS_FOR_THE_LOG));
  // One a minute, however many writes are refused.
  const minutes = Math.ceil((performance.now() - began) / 60_000);
  if (said.length === 0 || said.length > minutes) {
    broken.push(`${said.length} lines in the log say that the disk is full.`);
  }
  if (site.complaints().length > said.length + 1) {
    broken.push(`The log says more: ${site.complaints().join(' | ')}`);
  }

  // Whether the process is killed on a full disk or stopped there, all is as it was once there is room
  // again.
  await Promise.all([disk.fill(), ...writers.map((one) => refused(one, 1))]);
  await site.kill();
  for (const ended of ['killed', 'stopped']) {
    const fault = await faultOfStart(place);
    if (fault !== null) broken.push(`Started on a full disk after it was ${ended}: ${fault}`);
  }
  disk.makeRoom();
  site = (await place.start()).site;
  broken.push(...(await afterwardsFaults(place.address, owner, writers, reader)));
  const { said: findings } = await runCommand(
    ['doctor'],
    place.environment,
    folder,
    disk.through(folder),
  );
  if (!findings.includes('Nothing in it is damaged.')) broken.push(findings);
  await site.stop();

  broken.push(...writerFaults(writers, [507]));
  const refusals = writers.flatMap((writer) => writer.refusals);
  return {
    figure:
      `filled ${ROUNDS[scale] + 1} times, ${refusals.length} writes refused, ${reads} reads, ` +
      `${said.length} lines in the log, ${broken.length} faults (seed ${seed})`,
    broken: inBrief(broken),
    slow: [],
  };
}

/** Writes until so many writes have been refused. */
async function refused({ step }: Writer, count: number): Promise<void> {
  let times = 0;
  for (let tries = 0; times < count && tries < MAX_TRIES; tries += 1) {
    if ((await step()) === 'refused') times += 1;
  }
}

/** On a full disk a start either serves the letters, or says in one line what to do and exits. */
async function faultOfStart(place: SiteInFolder): Promise<string | null> {
  try {
    const { site } = await place.start();
    const { status } = await fetch(`${site.address}/`);
    await site.stop();
    return status === 200 ? null : `the home page answered ${status}.`;
  } catch (error) {
    const { message } = error as Error;
    return /^The site did not start\. .+make room.+\n$/s.test(message) ? null : message;
  }
}

/** A session that cannot be written down must not be opened, and that must be said. */
async function unlockingFaults({ address }: SiteInFolder): Promise<string[]> {
  const { unlock, cookie } = createOwner(address);
  const answer = await unlock().then(
    () => 'It opened',
    (error: Error) => error.message,
  );
  const status = Number(/^POST: (\d+)/.exec(answer)?.[1]);
  const honest = status === 507 && cookie === null;
  return honest ? [] : [`Unlocking on a full disk: ${answer}.`];
}
