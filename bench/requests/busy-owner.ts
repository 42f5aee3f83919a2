import { setTimeout as pause } from 'node:timers/promises';
import type { LetterJson } from '#core/letter.ts';
import type { Owner } from '../../test/owner.ts';
import { type TimedAnswer, timedCalls } from '../letters/timed-calls.ts';

const LETTERS = '/api/portal/letters';

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
  const calls = timedCalls(port);
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
    if (early > 0) await pause(early);
    const answer: TimedAnswer = await (letter === null
      ? calls.call(LETTERS, {
          method: 'POST',
          headers,
          body: { title: `lamp ${writes}`, content: 'Come by.' },
        })
      : writes % 3 === 1
        ? calls.call(at(letter), { method: 'PUT', headers, body: { ...letter, title: 'Changed' } })
        : calls.call(at(letter), { method: 'DELETE', headers }));
    letter = answer.body === '' ? null : JSON.parse(answer.body);
    took.push(answer.milliseconds);
  }
  calls.close();
  return took;
}

const at = ({ id }: LetterJson) => `${LETTERS}/${id}`;
