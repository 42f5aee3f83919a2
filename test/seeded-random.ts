import { hash } from 'node:crypto';

/** Numbers from 0 up to 1, the same for the same seed, so that a row's findings can be reproduced. */
export function seededRandom(seed: string | number): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return Number.parseInt(hash('sha256', `${seed} ${drawn}`).slice(0, 8), 16) / 2 ** 32;
  };
}

/** A seed for one run: TORTURE_SEED, else a new one. To be printed with the row's figure. */
export function chooseSeed(): number {
  const given = Number(process.env.TORTURE_SEED);
  return Number.isSafeInteger(given) && given > 0 ? given : Math.ceil(Math.random() * 1e6);
}
