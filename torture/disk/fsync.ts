import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOwner } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import { chooseSeed, seededRandom } from '../../test/seeded-random.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { siteInFolder } from '../site-in-folder.ts';
import { createWriter } from './letter-writer.ts';
import { attachStrace, whyNoStrace } from './strace.ts';

const WRITES = { quick: 12, full: 1000 };
const CALLS = 'fsync,fdatasync,read,recvfrom,write,writev,sendto,sendmsg';

/** A request that changes a letter, the end of a sync, and the answer, as strace shows them. */
const REQUEST = /(?:read|recvfrom)\(\d+<[^>]*>, "(?:POST|PUT|DELETE) \/api\/portal\/letters/;
const SYNCED = /(?:fsync|fdatasync)\(\d+<([^>]*)>\)\s*= 0/;
const ANSWER = /(?:write|writev|sendto|sendmsg)\(\d+<[^>]*>, .*"HTTP\/1\.1 (\d{3})/;

export const fsync: Row = {
  name: 'fsync',
  claim: 'Every acknowledged change was synced to the disk between its request and its answer.',
  obstacle: whyNoStrace,
  run: (scale) => inFolder((folder) => watchWrites(folder, scale)),
};

async function watchWrites(folder: string, scale: Scale): Promise<Outcome> {
  const seed = chooseSeed();
  await using place = await siteInFolder(folder);
  const log = join(folder, 'calls');
  const { site } = await place.start();
  const owner = createOwner(place.address);
  await owner.unlock();
  const writer = createWriter('w', owner, seededRandom(seed));
  // Each answer is seen whole before the next request, so one thread's calls tell the order.
  const strace = await attachStrace(site.pid, [
    '-y',
    '-s',
    '64',
    '-e',
    `trace=${CALLS}`,
    '-o',
    log,
  ]);
  for (let count = 0; count < WRITES[scale]; count += 1) await writer.step();
  await strace.detach();
  await site.stop();
  const lines = readFileSync(log, 'latin1').split('\n');
  return judged(lines, place.database, writer.changes.length, seed);
}

function judged(lines: string[], database: string, writes: number, seed: number): Outcome {
  let requests = 0;
  let acknowledged = 0;
  let unsynced = 0;
  let syncs = 0;
  let synced = 0;
  for (const line of unbroken(lines)) {
    if (REQUEST.test(line)) {
      requests += 1;
      synced = 0;
    }
    const file = SYNCED.exec(line)?.[1];
    if (file?.startsWith(database)) {
      syncs += 1;
      synced += 1;
    }
    if (ANSWER.exec(line)?.[1]?.startsWith('2')) {
      acknowledged += 1;
      if (synced === 0) unsynced += 1;
    }
  }
  const broken: string[] = [];
  if (unsynced > 0) broken.push(`${unsynced} changes were acknowledged before they were on disk.`);
  if (requests !== writes || acknowledged !== writes) {
    broken.push(`${writes} were sent; seen were ${requests}, and ${acknowledged} answers.`);
  }
  return {
    figure:
      `${acknowledged} acknowledged changes, ${syncs} syncs of the database, ` +
      `${unsynced} without (seed ${seed})`,
    broken,
    slow: [],
  };
}

/** Joins the two halves of calls that strace prints apart because other threads' calls came between. */
function unbroken(lines: string[]): string[] {
  const begun = new Map<string, string>();
  return lines.map((line) => {
    const thread = line.split(' ', 1)[0] ?? '';
    const half = /^(.*) <unfinished \.\.\.>$/.exec(line)?.[1];
    if (half !== undefined) {
      begun.set(thread, half);
      return '';
    }
    const rest = /^\d+ +<\.\.\. \w+ resumed>(.*)$/.exec(line)?.[1];
    return rest === undefined ? line : (begun.get(thread) ?? '') + rest;
  });
}
