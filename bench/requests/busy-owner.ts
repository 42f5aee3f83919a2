import { setTimeout as pause } from 'node:timers/promises';
import type { LetterJson } from '#core/letter.ts';
import type { Owner } from '../../test/owner.ts';

/**
 * An owner who sends a letter, changes it and deletes it, over and over, so that there are always
 * about as many.
 * @param perSecond writes, each sent when it is due; Infinity: each when the last is answered
 * @param until how long it goes on
 * @returns milliseconds from each write until its answer
 */
export async function writeSteadily(
  owner: Owner,
  perSecond: number,
  until: Promise<unknown>,
): Promise<number[]> {
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
    const sent = performance.now();
    if (writes % 3 === 0) letter = await owner.send({ title: `lamp window river ${writes}` });
    else if (letter && writes % 3 === 1) letter = await owner.update(letter, { title: 'Changed' });
    else if (letter) await owner.delete(letter);
    took.push(performance.now() - sent);
  }
  return took;
}
