import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { allLetters } from '../../test/clients/every-letter.ts';
import { openLiveReader } from '../../test/clients/live-reader.ts';
import { createOwner } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import { chooseSeed } from '../../test/seeded-random.ts';
import { inBrief } from '../in-brief.ts';
import { poll } from '../poll.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { siteInFolder } from '../site-in-folder.ts';
import { afterwardsFaults } from './afterwards-faults.ts';
import { ageSessions } from './age-sessions.ts';
import { createWriters, type Writer } from './letter-writer.ts';
import { keepReading } from './reading.ts';
import { writerFaults } from './writer-faults.ts';

/** Longer than the site waits for a lock, so that some writes are refused. */
const HELD_MS = { quick: 6000, full: 10_000 };
const REFUSED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const WRITERS = 6;
const READ_WITHIN_MS = 200;
const HEALED_WITHIN_MS = 2000;

/** Takes the lock, says so, and keeps it until it is ended. */
const HOLD = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
  database.exec('BEGIN EXCLUSIVE');
  process.stdout.write('locked');
  setInterval(() => {}, 1000);
`;

export const locked: Row = {
  name: 'locked',
  claim:
    'Another program locks the database for 10 s: reading continues, writes are delayed or refused, and none is lost or stored twice.',
  run: (scale) => inFolder((folder) => lockAndUnlock(folder, scale)),
};

async function lockAndUnlock(folder: string, scale: Scale): Promise<Outcome> {
  const seed = chooseSeed();
  await using place = await siteInFolder(folder);
  await using reader = openLiveReader(place.address);
  await place.start();
  const owner = createOwner(place.address);
  await owner.unlock();
  const writers = createWriters(WRITERS, owner, seed);
  await reader.connected();
  // Enough that some of what follows are edits.
  for (const { step } of writers) for (let n = 0; n < 5; n += 1) await step();
  const ids = (await allLetters(owner)).map(({ id }) => id);
  ageSessions(place.database);

  using holder = await holdLock(place.database);
  let released = false;
  const endReading = keepReading(owner, ids);
  const writing = writers.map((writer) => writeUntil(writer, () => released));
  await sleep(HELD_MS[scale]);
  // On a busy machine a write may come late, and so be refused late.
  const isRefused = () => writers.some((writer) => writer.refusals.length > 0);
  await poll(isRefused, Boolean, { within: REFUSED_WITHIN_MS, every: LOOK_EVERY_MS });
  const reading = await endReading();
  holder.kill('SIGKILL');
  released = true;
  const releasedAt = performance.now();
  await Promise.all(writing);
  const healed = Math.round(performance.now() - releasedAt);

  const refusals = writers.flatMap((writer) => writer.refusals);
  const broken = [
    ...reading.faults,
    ...writerFaults(writers, [503]),
    ...(await afterwardsFaults(place.address, owner, writers, reader)),
  ];
  if (reading.slowest > HELD_MS[scale] / 2) broken.push('Reading had to wait for the lock.');
  if (refusals.length === 0) broken.push('No write was refused, so nothing was locked.');
  return {
    figure:
      `${HELD_MS[scale] / 1000} s, ${reading.count} reads (p99 ${reading.p99} ms, slowest ` +
      `${reading.slowest} ms), ${refusals.length} writes refused, ${broken.length} faults, ` +
      `writing again after ${healed} ms (seed ${seed})`,
    broken: inBrief(broken),
    slow: [
      ...(reading.p99 > READ_WITHIN_MS ? [`Reading took ${reading.p99} ms.`] : []),
      ...(healed > HEALED_WITHIN_MS ? [`It took ${healed} ms until all could be written.`] : []),
    ],
  };
}

async function holdLock(database: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, ['--eval', HOLD, database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'exit').then(() => Promise.reject(new Error('The lock could not be taken.'))),
  ]);
  return holder;
}

/** Writes while the database is locked, and then until no retry is left. */
async function writeUntil({ step }: Writer, released: () => boolean): Promise<void> {
  for (;;) if ((await step()) === 'kept' && released()) return;
}
