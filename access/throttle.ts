import type { Records } from '#core/store.ts';
import { networkOf } from './network.ts';
import { ATTEMPTS, type Attempt, createRateLimiter } from './rate-limiter.ts';
import { createRefusedCallers, REFUSALS } from './refused-callers.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

// Together at most 20 + 60 + 4 × 5 = 100 wrong passwords in any hour.
const DEVICES = { name: 'devices', most: 20, within: HOUR_MS };
const STRANGERS = { name: 'strangers', most: 60, within: HOUR_MS };
const NEWCOMERS = { name: 'newcomers', most: 5, within: QUARTER_MS };

/** A device has a limit of its own, so that one stolen cookie cannot exhaust what all devices share. */
const oneDevice = (device: string) => ({ name: `device ${device}`, most: 10, within: HOUR_MS });
const oneStranger = (network: string) => ({
  name: `address ${network}`,
  most: 10,
  within: QUARTER_MS,
});
/**
 * Whoever tried anything within a quarter of an hour is no newcomer. With IPv6 that means: as a newcomer,
 * because so few attempts are left that all networks of one customer count as one.
 */
const oneNewcomer = (network: string) => ({ ...oneStranger(network), most: 1 });

type Answer = Attempt | { allowed: false; retryAfterSeconds: number };

interface Caller {
  address: string;
  /** The name of a browser that has unlocked the portal before; null for any other. */
  device: string | null;
}

/** Slows down the guessing of passwords. Kept in the store: it survives a restart. */
export interface Throttle {
  /** Asks for one attempt, before the password is looked at. Rejects with `StoreUnavailable`. */
  attempt(caller: Caller): Promise<Answer>;
}

/**
 * Three groups of callers have a rate limit each, so that none can lock out another. Known devices are not
 * affected by strangers. Strangers share 60 attempts; once these are spent, a few are left for newcomers,
 * who were not refused within a quarter of an hour: whoever keeps retrying is not one of them.
 * See docs/decisions/2026-11-20-guessing.md.
 * @param now milliseconds since 1970
 */
export function createThrottle(records: Records, now: () => number): Throttle {
  const devices = createRateLimiter(records, now, DEVICES);
  const strangers = createRateLimiter(records, now, STRANGERS);
  const newcomers = createRateLimiter(records, now, NEWCOMERS);
  const refusedCallers = createRefusedCallers(records, now);

  return {
    async attempt({ address, device }) {
      if (device !== null) {
        const taken = await devices.take(oneDevice(device));
        if (taken.allowed) return taken;
      }
      const network = networkOf(address, 64);
      const asStranger = await strangers.take(oneStranger(network));
      if (asStranger.allowed) return asStranger;
      const caller = await refusedCallers.find(network);
      if (asStranger.shared === 0) {
        await caller.recordRefusal();
        return refusal(asStranger.own);
      }
      if (caller.wait > 0) return refusal(await caller.recordRefusal());
      const asNewcomer = await newcomers.take(oneNewcomer(networkOf(address, 48)));
      if (asNewcomer.allowed) return asNewcomer;
      // Not the time until a stranger's slot is free, even if it is shorter: whoever came back then would not
      // be a newcomer.
      return refusal(await caller.recordRefusal());
    },
  };
}

/**
 * Forgets all attempts, as after a change of passwords: guesses at the old ones must not lock out whoever
 * has the new ones. Rejects with `StoreUnavailable`.
 */
export async function forgetGuesses(records: Records): Promise<void> {
  await records.deleteAll(ATTEMPTS);
  await records.deleteAll(REFUSALS);
}

function refusal(wait: number): Answer {
  return { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) };
}
