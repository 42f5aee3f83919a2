import { setTimeout as sleep } from 'node:timers/promises';
import type { LetterJson } from '#core/letter.ts';
import type { Owner } from '../../test/clients/owner.ts';
import { type TimedAnswer, type TimedCall, timedCalls } from '../letters/timed-calls.ts';

const LETTERS = '/api/portal/letters';
const CHANGED = 'Changed';

/**
 * An owner who sends a letter, changes it and deletes it, over and over, so that there are always
 * about as many.
 * @param owner whose portal is open
 * @param perSecond writes, each sent when it is due; Infinity: each when the last is answered
 * @param until how long it goes on
 * @returns milliseconds from each write until its answer
 */
export async function writeSteadily(
  { cookie }: Owner,
  port: number,
  perSecond: number,
  until: Promise<unknown>,
): Promise<number[]> {
  using calls = timedCalls(port);
  const headers = { Cookie: String(cookie) };
  let ended = false;
  until.finally(() => {
    ended = true;
  });
  const begun = performance.now();
  let letter: LetterJson | null = null;
  const took: number[] = [];
  for (let writes = 0; !ended; writes += 1) {
    const early = begun + (writes / perSecond) * 1000 - performance.now();
    if (early > 0) await sleep(early);
    const { path, ...call } = nextWrite(letter, writes);
    const answer: TimedAnswer = await calls.call(path, { ...call, headers });
    letter = answer.body === '' ? null : JSON.parse(answer.body);
    took.push(answer.milliseconds);
  }
  return took;
}

function nextWrite(letter: LetterJson | null, writes: number): TimedCall & { path: string } {
  if (letter === null) {
    const body = { title: `lamp window river ${writes}`, content: 'Come by when you can.' };
    return { path: LETTERS, method: 'POST', body };
  }
  const path = `${LETTERS}/${letter.id}`;
  if (letter.title === CHANGED) return { path, method: 'DELETE' };
  return { path, method: 'PUT', body: { ...letter, title: CHANGED } };
}
