import { isIPv6 } from 'node:net';
import type { Records } from '#core/store.ts';

const KIND = 'throttle';
const MINUTE = 60_000;
const PER_ADDRESS = { most: 10, within: 15 * MINUTE };
/** Addresses are cheap for whoever guesses in earnest, so there is a limit for all of them too. */
const IN_ALL = { most: 100, within: 60 * MINUTE };

interface Limit {
  most: number;
  /** Milliseconds. */
  within: number;
}

export type Attempt =
  | {
      allowed: true;
      /** A password that was right does not count as a guess. */
      giveBack(): Promise<void>;
    }
  | { allowed: false; retryAfterSeconds: number };

/** Slows down the guessing of passwords. Kept in the store: it survives a restart. */
export interface Throttle {
  /** Asks for one attempt, before the password is looked at. Rejects with `StoreUnavailable`. */
  attempt(address: string): Promise<Attempt>;
}

/** @param now milliseconds since 1970 */
export function createThrottle(records: Records, now: () => number): Throttle {
  /**
   * Changes the times of the guesses that still count under a key.
   * @param next gives the new list, or null to leave it
   * @returns the times before, and whether they were changed
   */
  async function change(
    key: string,
    { within }: Limit,
    next: (times: number[]) => number[] | null,
  ): Promise<{ times: number[]; changed: boolean }> {
    for (;;) {
      const record = await records.get(KIND, key);
      const times = timesIn(record?.value.times).filter((time) => time > now() - within);
      const changed = next(times);
      if (changed === null) return { times, changed: false };
      const value = { times: changed.join(' ') };
      const expiresAt = (changed.at(-1) ?? now()) + within;
      const ifVersion = record?.version ?? 0;
      // Of several who change it at once, one succeeds and the others look again.
      if ((await records.put(KIND, key, value, { ifVersion, expiresAt })) !== null) {
        return { times, changed: true };
      }
    }
  }

  async function take(key: string, limit: Limit, time: number): Promise<number | null> {
    const { times, changed } = await change(key, limit, (kept) =>
      kept.length < limit.most ? [...kept, time] : null,
    );
    return changed ? null : (times[0] ?? time) + limit.within - time;
  }

  async function giveBack(key: string, limit: Limit, time: number): Promise<void> {
    await change(key, limit, (kept) => {
      const at = kept.indexOf(time);
      return at < 0 ? null : kept.toSpliced(at, 1);
    });
  }

  return {
    async attempt(address) {
      const time = now();
      const own = `address ${network(address)}`;
      const ownWait = await take(own, PER_ADDRESS, time);
      if (ownWait !== null) return refusal(ownWait);
      const wait = await take('all', IN_ALL, time);
      if (wait !== null) {
        await giveBack(own, PER_ADDRESS, time);
        return refusal(wait);
      }
      return {
        allowed: true,
        async giveBack() {
          await giveBack(own, PER_ADDRESS, time);
          await giveBack('all', IN_ALL, time);
        },
      };
    },
  };
}

function refusal(wait: number): Attempt {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

function timesIn(value: unknown): number[] {
  return typeof value === 'string' && value !== '' ? value.split(' ').map(Number) : [];
}

/** An IPv6 customer is given 64 bits of addresses to use as they please, so those count as one. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
