import { needsLinux, type Outcome, type Row } from '../row.ts';
import { attackFromEverywhere } from './guessing-from-everywhere.ts';
import { attackFromOnePlace } from './guessing-from-one-place.ts';

const MINUTE = 60_000;
const QUICK = { guesses: 200, addresses: 80, further: 20 * MINUTE };
const FULL = { guesses: 10_000, addresses: 1000, further: 75 * MINUTE };

export const guessing: Row = {
  name: 'guessing',
  claim:
    'Of 10,000 wrong passwords from one address, from 1,000, with forged headers and across ' +
    'restarts, at most 100 are checked in an hour, and the owner can log in meanwhile.',
  obstacle: needsLinux,
  async run(scale): Promise<Outcome> {
    const size = scale === 'full' ? FULL : QUICK;
    const one = await attackFromOnePlace(size);
    const everywhere = await attackFromEverywhere(size);
    return {
      figure: `${one.figure}; ${everywhere.figure}`,
      broken: [...one.broken, ...everywhere.broken],
      slow: [...one.slow, ...everywhere.slow],
    };
  },
};
