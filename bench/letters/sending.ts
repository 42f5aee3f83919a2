import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from '../../test/quantile.ts';
import { type MeasuredSite, withMeasuredSite } from '../measured-site.ts';
import { forkMeasured, measureFromOwnCore } from '../pinning.ts';
import { ownHeaders } from '../requests/captured-answer.ts';
import { startTold } from '../requests/references.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Measured, Row } from '../row.ts';
import { sampleLetters } from '../sample-letters.ts';
import { type TimedAnswer, timedCalls } from './timed-calls.ts';

const ROUNDS = 25;
/** Rounds until all code on the way of a letter has been compiled, which takes some 800 letters. */
const WARM_UP = { warmUp: 40 };
/** Letters in a round. */
const LETTERS = 20;
const MUST = { atMost: 3 };
const REMARKS = [
  'Each is one transaction with one fsync. A letter changes eleven pages of the database, a bare insert two: each takes 5 µs, so that a table or an index less would not be felt. A letter also needs the check of its session and its text, its seals, its idempotency key, and its announcement.',
  'The bare server is the floor: it reads the same request, inserts its words as the bare script does, and gives the same answer. A letter may cost the difference between that and the limit. The bare server takes longer than an answer and an insert together, because a processor is slower after it has waited for the disk than when it inserts in a loop; everything else that a letter needs is slower for the same reason.',
  'The store alone is a letter in a loop without a request; it takes longer than an insert because more is stored. The rest of a letter’s time is its request and answer, part of which a portal request that writes nothing also needs. If that were all, the limit would be met on a machine on which the bare server takes twice as long as an insert, but not on one on which it takes 2.7 times as long. What a letter takes beyond that, a quarter of a millisecond, is in no one place: between two letters and during the commit the processor waits, or does something else, and its caches have to be filled again. So the check of the text takes 45 µs where it takes 4 in a loop, the statements of the transaction 80 instead of 30, and its commit 310 instead of 200. Of the other parts, the session takes 80, reading the request 40, announcing the letter 45, and making its answer 50.',
];
const INSERTING = join(import.meta.dirname, 'bare-inserts.ts');
const KEEPING = join(import.meta.dirname, 'store-inserts.ts');
const ANSWERING = join(import.meta.dirname, 'bare-sending.ts');

interface Bare {
  /** Milliseconds. */
  insert: number;
  block: number;
}

/** Starts a script that is asked for rounds of letters, and answers with its measurements. */
function startRounds<Found>(script: string, folder: string, content: string) {
  const child = forkMeasured(script, folder);
  return {
    async round(): Promise<Found> {
      child.send({ count: LETTERS, content });
      const [found] = await once(child, 'message');
      return found;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Starts a server that gives the site's answer, and does no more. */
function startAnswering(folder: string, { status, headers, body }: TimedAnswer) {
  const answer = { status, headers: ownHeaders(headers), body: Buffer.from(body) };
  return startTold(forkMeasured(ANSWERING, folder), answer);
}

async function measure({ port, owner, folder }: MeasuredSite): Promise<Measured> {
  const content = [...sampleLetters(1)][0]?.content ?? '';
  using calls = timedCalls(port);
  await owner.unlock();
  const cookie = owner.cookie ?? '';
  const letter = { title: 'A letter', content, date: '2026-11-20', signature: '', hidden: false };

  const medianOf = async (call: () => Promise<TimedAnswer>) => {
    const times: number[] = [];
    for (let asked = 0; asked < LETTERS; asked += 1) times.push((await call()).milliseconds);
    return median(times);
  };
  const send = () => {
    const headers = { Cookie: cookie, 'Idempotency-Key': randomUUID() };
    return calls.call('/api/portal/letters', { method: 'POST', headers, body: letter });
  };
  const readDrafts = () => calls.call('/api/portal/drafts', { headers: { Cookie: cookie } });

  await using inserting = startRounds<Bare>(INSERTING, folder, content);
  await using keeping = startRounds<number>(KEEPING, folder, content);
  await using answering = await startAnswering(folder, await send());
  using bareCalls = timedCalls(answering.port);
  const sendBare = (path: string) => () => {
    const headers = { Cookie: cookie, 'Idempotency-Key': randomUUID() };
    return bareCalls.call(path, { method: 'POST', headers, body: letter });
  };
  const rounds = {
    letters: () => medianOf(send),
    reading: () => medianOf(readDrafts),
    bareAnswers: () => medianOf(sendBare('/')),
    bareLetters: () => medianOf(sendBare('/insert')),
    kept: keeping.round,
    bare: inserting.round,
  };
  const found = await interleaved(ROUNDS, rounds, WARM_UP);
  const { letters, reading, bareAnswers, bareLetters, kept } = found;
  const inserts = found.bare.map(({ insert }) => insert);
  const blocks = found.bare.map(({ block }) => block);
  return {
    figures: [
      { what: 'a letter to an insert', values: ratios(letters, inserts), unit: '×', must: MUST },
      {
        what: 'a bare server that reads it, inserts it and answers, to an insert',
        values: ratios(bareLetters, inserts),
        unit: '×',
      },
      { what: 'a letter to that bare server', values: ratios(letters, bareLetters), unit: '×' },
      { what: 'the store alone, to an insert', values: ratios(kept, inserts), unit: '×' },
      {
        what: 'the bare server plus the extra time of the store and of a portal request, to an insert',
        values: ratios(
          bareLetters.map(
            (bare, at) => bare + more(kept, inserts, at) + more(reading, bareAnswers, at),
          ),
          inserts,
        ),
        unit: '×',
      },
      { what: 'a letter', values: letters, unit: 'ms' },
      { what: 'the bare server', values: bareLetters, unit: 'ms' },
      { what: 'the bare server, when it inserts nothing', values: bareAnswers, unit: 'ms' },
      { what: 'the store alone', values: kept, unit: 'ms' },
      { what: 'an insert', values: inserts, unit: 'ms' },
      { what: 'a write of 4 kB to a file, and its fsync', values: blocks, unit: 'ms' },
      { what: 'a request of the portal that writes nothing', values: reading, unit: 'ms' },
    ],
    remarks: REMARKS,
  };
}

/** In a round: by how many milliseconds the one is longer. */
const more = (longer: number[], shorter: number[], round: number) =>
  (longer[round] ?? Number.NaN) - (shorter[round] ?? Number.NaN);

export const sending: Row = {
  name: 'sending',
  claim:
    'How long until a letter is acknowledged, compared with one insert by a bare script that waits for the same disk, and with the barest server that does both; medians.',
  async run() {
    measureFromOwnCore();
    return withMeasuredSite({}, measure);
  },
};
