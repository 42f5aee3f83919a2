import { ALTERNATIVE_PASSWORD, MAIN_PASSWORD } from '../../test/clients/owner.ts';
import { median } from '../../test/quantile.ts';
import { needsLinux, type Outcome, type Row } from '../row.ts';
import { type GuardedSite, startGuardedSite } from './guarded-site.ts';
import { tryPassword } from './guesses.ts';
import { hashingTime } from './hashing.ts';

const ROUNDS = { quick: 8, full: 300 };
const WARMING_UP = 5;
/** Wrong ones are counted, and must not come to ten. */
const FORGET_EVERY = 8;
/** By how much the medians may differ. */
const MARK = 0.02;
/** The least share of the longest hashing time that each password must cost: none is skipped. */
const LEAST_HASHING = 0.7;

const PASSWORDS = {
  main: { password: MAIN_PASSWORD, status: 204 },
  alternative: { password: ALTERNATIVE_PASSWORD, status: 204 },
  wrong: { password: 'a lamp in the windov', status: 401 },
};
type Kind = keyof typeof PASSWORDS;
const KINDS = Object.keys(PASSWORDS) as Kind[];

interface Measured {
  /** Milliseconds until each answer. */
  took: number[];
  /** Milliseconds of hashing for all of them. */
  hashing: number;
}

export const passwordTiming: Row = {
  name: 'password-timing',
  claim:
    'The main, the alternative and a wrong password are answered after the same time: ' +
    'medians within 2 %.',
  obstacle: needsLinux,
  async run(scale): Promise<Outcome> {
    await using site = await startGuardedSite();
    await measure(site, WARMING_UP);
    const { measured, broken } = await measure(site, ROUNDS[scale]);
    const medians = KINDS.map((kind) => median(measured[kind].took));
    const apart = Math.max(...medians) / Math.min(...medians) - 1;
    const hashing = KINDS.map((kind) => measured[kind].hashing / ROUNDS[scale]);
    KINDS.forEach((kind, at) => {
      if ((hashing[at] ?? 0) >= LEAST_HASHING * Math.max(...hashing)) return;
      broken.push(`Less is hashed for the ${kind} password.`);
    });
    const figure = KINDS.map((kind, at) => `${kind} ${medians[at]?.toFixed(1)} ms`).join(', ');
    const percent = `${(apart * 100).toFixed(1)} %`;
    return {
      figure: `medians of ${ROUNDS[scale]}: ${figure}, ${percent} apart`,
      broken,
      slow: apart > MARK ? [`The medians are ${percent} apart.`] : [],
    };
  },
};

/** Each in turn, in another order each round, so that other load on the machine affects all alike. */
async function measure(site: GuardedSite, rounds: number) {
  const measured: Record<Kind, Measured> = {
    main: { took: [], hashing: 0 },
    alternative: { took: [], hashing: 0 },
    wrong: { took: [], hashing: 0 },
  };
  const broken: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % FORGET_EVERY === 0) site.forgetGuesses();
    const first = round % KINDS.length;
    for (const kind of [...KINDS.slice(first), ...KINDS.slice(0, first)]) {
      const { password, status: expected } = PASSWORDS[kind];
      const hashedBefore = hashingTime(site.pid);
      const start = performance.now();
      const { status } = await tryPassword(site, password);
      measured[kind].took.push(performance.now() - start);
      measured[kind].hashing += hashingTime(site.pid) - hashedBefore;
      if (status !== expected) broken.push(`The ${kind} password was answered ${status}.`);
    }
  }
  return { measured, broken };
}
