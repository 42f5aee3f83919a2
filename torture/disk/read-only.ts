import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allLetters } from '../../test/clients/every-letter.ts';
import { openLiveReader } from '../../test/clients/live-reader.ts';
import { createOwner, MAIN_PASSWORD } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import { chooseSeed } from '../../test/seeded-random.ts';
import { startSiteProcess } from '../../test/site/site-process.ts';
import { inBrief } from '../in-brief.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { type SiteInFolder, siteInFolder } from '../site-in-folder.ts';
import { afterwardsFaults } from './afterwards-faults.ts';
import { ageSessions } from './age-sessions.ts';
import { createWriters } from './letter-writer.ts';
import { keepReading } from './reading.ts';
import { attachStrace, whyNoStrace } from './strace.ts';
import { writerFaults } from './writer-faults.ts';

const ROUNDS = { quick: 1, full: 10 };
const WRITERS = 3;
const REFUSED = 4;
/** How long there is reading while nothing can be written. */
const READ_ON_MS = { quick: 500, full: 2000 };
/** The calls that a file system refuses once it is read-only, even for open files. */
const CALLS = 'write,pwrite64,writev,pwritev,ftruncate,fallocate';
const HEALED_WITHIN = 2000;
const WORDS_FOR_THE_LOG = 'whether it is read-only';

export const readOnly: Row = {
  name: 'read-only',
  claim:
    'The disk with the letters becomes read-only: writes are refused, reading continues, and writing works again by itself afterwards; a start on such a disk says what to do.',
  obstacle: () => whyNoStrace() ?? whyNoReadOnlyFolder(),
  run: (scale) => inFolder((folder) => turnReadOnly(folder, scale)),
};

async function turnReadOnly(folder: string, scale: Scale): Promise<Outcome> {
  const seed = chooseSeed();
  await using place = await siteInFolder(folder);
  await using reader = openLiveReader(place.address);
  const broken: string[] = [];
  let healed = 0;
  let reads = 0;
  const { site } = await place.start();
  const owner = createOwner(place.address);
  await owner.unlock();
  const writers = createWriters(WRITERS, owner, seed);
  for (const { step } of writers) for (let n = 0; n < 5; n += 1) await step();
  await reader.connected();
  for (let round = 0; round < ROUNDS[scale]; round += 1) {
    const ids = (await allLetters(owner)).map(({ id }) => id);
    ageSessions(place.database);
    const disk = await turnDiskReadOnly(site.pid, place.database);
    const endReading = keepReading(owner, ids);
    for (const { step } of writers) {
      for (let n = 0; n < REFUSED; n += 1) {
        if ((await step()) === 'kept') broken.push('A write was accepted.');
      }
    }
    const unlocking = await owner.call('POST', '/api/session', { password: MAIN_PASSWORD });
    if (unlocking.status !== 503) broken.push(`Unlocking was answered with ${unlocking.status}.`);
    await sleep(READ_ON_MS[scale]);
    const reading = await endReading();
    reads += reading.count;
    broken.push(...reading.faults);
    await disk.detach();
    const since = performance.now();
    for (const { step } of writers)
      if ((await step()) !== 'kept') broken.push('It did not recover.');
    healed = Math.max(healed, Math.round(performance.now() - since));
  }
  broken.push(...(await afterwardsFaults(place.address, owner, writers, reader)));
  broken.push(...writerFaults(writers, [503]));
  const refusals = writers.flatMap((writer) => writer.refusals);
  if (!site.complaints().some((line) => line.includes(WORDS_FOR_THE_LOG))) {
    broken.push(`The log says only: ${site.complaints().join(' | ')}`);
  }
  await site.stop();
  broken.push(...(await startFaults(place)));
  return {
    figure:
      `${ROUNDS[scale]} times, ${refusals.length} writes refused, ${reads} reads, ` +
      `${broken.length} faults, writing again after ${healed} ms (seed ${seed})`,
    broken: inBrief(broken),
    slow: healed > HEALED_WITHIN ? [`It took ${healed} ms until all could be written.`] : [],
  };
}

/**
 * From now on every write to the database fails, as when a disk fails and the kernel makes its file system
 * read-only. `mount -o remount,ro` would not do: it is refused while a file is open.
 */
function turnDiskReadOnly(pid: number, database: string) {
  const files = ['', '-wal', '-shm'].flatMap((end) => ['-P', database + end]);
  const refusal = ['-e', `trace=${CALLS}`, '-e', `inject=${CALLS}:error=EROFS`];
  return attachStrace(pid, [...files, ...refusal, '-o', '/dev/null']);
}

/** What a start says where the whole folder is read-only, and where no file can be created in it. */
async function startFaults({ environment, folder, database }: SiteInFolder): Promise<string[]> {
  const faults: string[] = [];
  for (const [kind, through] of [
    ['The folder can only be read', inReadOnlyFolder(dirname(database))],
    ['Nothing can be made in the folder', inReadOnlyFolder(dirname(database), database)],
  ] as const) {
    const said = await startSiteProcess(environment, folder, through).then(
      async (site) => {
        await site.kill();
        return 'it started.';
      },
      ({ message }: Error) => message,
    );
    if (!/^The site did not start\. The database .+\nMake .*folder writable,.+\n$/.test(said)) {
      faults.push(`${kind}: ${said}`);
    }
  }
  return faults;
}

/** The command that starts a program for which a folder is read-only. @param but a file in it that is writable */
function inReadOnlyFolder(folder: string, but?: string): string[] {
  const open = but === undefined ? '' : 'cp "$1" "$0.file"; ';
  const close = but === undefined ? '' : ' && mount --bind "$0.file" "$1"';
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"';
  const script = `${open}${mount}${close} && ${but === undefined ? '' : 'shift && '}exec "$@"`;
  const names = but === undefined ? [folder] : [folder, but];
  return ['unshare', '--mount', 'sh', '-c', script, ...names];
}

/** Why no folder can be made read-only for one process on this machine; null when it can. */
function whyNoReadOnlyFolder(): string | null {
  const [program = '', ...args] = [...inReadOnlyFolder('/mnt'), 'true'];
  return spawnSync(program, args).status === 0
    ? null
    : 'this machine does not let a folder be mounted';
}
