import { setTimeout as sleep } from 'node:timers/promises';
import { allLetters } from '../../test/clients/every-letter.ts';
import { createOwner, type Owner } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import type { SiteProcess } from '../../test/site/site-process.ts';
import { inBrief } from '../in-brief.ts';
import type { Outcome, Row, Scale } from '../row.ts';
import { siteInFolder } from '../site-in-folder.ts';
import { type Entry, faultsOf, newEntry, wordsOf } from './letter-ledger.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';

const STREAMS = { quick: 50, full: 1000 };
const AT_ONCE = 100;
/** When the site is told to stop, half of them are being read, and the others arrive. */
const WRITES = 50;
const REST_OF_BODY_AFTER_MS = 200;
const GONE_WITHIN_MS = 10_000;

export const stop: Row = {
  name: 'stop',
  claim:
    'SIGTERM with open streams and writes in progress: the site ends soon and without an error, and every accepted write is answered and stored.',
  run: (scale) => inFolder((folder) => stopInTheMiddle(folder, scale)),
};

async function stopInTheMiddle(folder: string, scale: Scale): Promise<Outcome> {
  await using place = await siteInFolder(folder);
  const connections: RawConnection[] = [];
  const connect = async () => {
    const connection = await openConnection(place.address);
    connections.push(connection);
    return connection;
  };
  try {
    const { site } = await place.start();
    const owner = createOwner(place.address);
    await owner.unlock();
    const streams = await openStreams(connect, STREAMS[scale]);
    const writes = await Promise.all(
      Array.from({ length: WRITES }, (_, at) => begin(connect, owner, at)),
    );
    const took = await finishWhileStopping(site, writes, connections);
    // A stream that was only cut off lacks the mark of its end.
    const hanging = streams.filter(({ heard }) => !heard().endsWith('0\r\n\r\n')).length;
    const status = await Promise.race([site.ended, sleep(0, 'none: it still runs')]);
    await site.kill();

    await place.start();
    const faults = faultsOf(
      writes.map(({ entry }) => entry),
      await allLetters(owner),
    );
    const unanswered = writes.filter(({ accepted, answer }) => accepted && !answer()).length;
    if (unanswered > 0) faults.push(`${unanswered} writes were accepted, and not answered.`);
    if (hanging > 0) faults.push(`${hanging} streams were cut off or left hanging.`);
    if (status !== 0) faults.push(`It ended with the status ${status}.`);
    const answered = writes.filter(({ answer }) => answer()).length;
    return {
      figure:
        `${streams.length} open streams, ${WRITES} writes under way, ${answered} answered, ` +
        `${faults.length} faults, gone after ${Math.round(took)} ms`,
      broken: inBrief(faults),
      slow: took > GONE_WITHIN_MS ? [`It took ${Math.round(took)} ms to end.`] : [],
    };
  } finally {
    for (const { close } of connections) close();
  }
}

async function openStreams(connect: () => Promise<RawConnection>, count: number) {
  const streams: RawConnection[] = [];
  while (streams.length < count) {
    const missing = Math.min(AT_ONCE, count - streams.length);
    const opened = await Promise.all(
      Array.from({ length: missing }, async () => {
        const stream = await connect();
        stream.write('GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
        await stream.says('retry:');
        return stream;
      }),
    );
    streams.push(...opened);
  }
  return streams;
}

interface Write {
  entry: Entry;
  /** Whether the site had begun to read it before it was told to stop. */
  accepted: boolean;
  /** Sends what is left of it. */
  finish(): void;
  /** Whether it was answered with a success. Knows what to expect from then on. */
  answer(): boolean;
}

/** Sends a letter; of every second one, the body only after the site has asked for it. */
async function begin(
  connect: () => Promise<RawConnection>,
  owner: Owner,
  at: number,
): Promise<Write> {
  const entry = newEntry(`s-${at}.`);
  const words = wordsOf({ ...entry, edition: 5 }, at % 3 === 0);
  const body = JSON.stringify(words);
  const accepted = at % 2 === 0;
  const head = [
    'POST /api/portal/letters HTTP/1.1',
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    `Cookie: ${owner.cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(accepted ? ['Expect: 100-continue'] : []),
    '\r\n',
  ].join('\r\n');
  const connection = await connect();
  if (accepted) {
    connection.write(head);
    await connection.says('100 Continue');
  }
  return {
    entry,
    accepted,
    finish() {
      entry.states.push(words);
      connection.write(accepted ? body : head + body);
    },
    answer() {
      const kept = connection.heard().includes('HTTP/1.1 201');
      if (kept) entry.states = [words];
      return kept;
    },
  };
}

/** @returns how long the site took to end, in milliseconds */
async function finishWhileStopping(
  site: SiteProcess,
  writes: Write[],
  connections: RawConnection[],
): Promise<number> {
  const told = performance.now();
  for (const write of writes) if (!write.accepted) write.finish();
  process.kill(site.pid, 'SIGTERM');
  await sleep(REST_OF_BODY_AFTER_MS);
  for (const write of writes) if (write.accepted) write.finish();
  const tooLate = sleep(2 * GONE_WITHIN_MS, undefined, { ref: false });
  await Promise.race([site.ended, tooLate]);
  const took = performance.now() - told;
  // Once the connections have ended, whatever the site sent has arrived.
  await Promise.race([Promise.all(connections.map(({ closed }) => closed)), tooLate]);
  for (const { answer } of writes) answer();
  return took;
}
