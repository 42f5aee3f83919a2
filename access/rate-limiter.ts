import { createSerialQueue } from '#core/serial-queue.ts';
import type { Records } from '#core/store.ts';

/** The kind of the records of attempts. */
export const ATTEMPTS = 'throttle';

/** At most `most` attempts under one name within a sliding window. */
interface Limit {
  name: string;
  most: number;
  /** Milliseconds. */
  within: number;
}

/** An attempt that may be made. */
export interface Attempt {
  allowed: true;
  /** Removes the attempt from the count, since a right password is no guess. Rejects with `StoreUnavailable`. */
  giveBack(): Promise<void>;
}

/** A refused attempt, with the milliseconds to wait for either limit; 0 for one that has room. */
interface Refusal {
  allowed: false;
  /** For the limit that all callers share. */
  shared: number;
  own: number;
}

/** Applies two limits to each attempt: one that all callers share, and the caller's own. */
interface RateLimiter {
  /**
   * Counts an attempt under both limits, or under neither. Where a limit is reached already, the refusal
   * costs no write.
   * Rejects with `StoreUnavailable`.
   */
  take(own: Limit): Promise<Attempt | Refusal>;
}

/**
 * A sliding-window rate limiter. The times of the attempts that still count are kept in the store, so
 * instances share them and a restart does not forget them.
 * @param now milliseconds since 1970
 */
export function createRateLimiter(records: Records, now: () => number, shared: Limit): RateLimiter {
  // One attempt at a time, so that only other instances contend for the compare-and-set.
  const enqueue = createSerialQueue();

  async function read({ name, within }: Limit) {
    const record = await records.get(ATTEMPTS, name);
    // A time that far in the future was recorded before the clock was set back.
    const counts = (time: number) => Math.abs(now() - time) < within;
    const times = timesIn(record?.value.times).filter(counts);
    return { times, version: record?.version ?? 0 };
  }

  /** A compare-and-set. @returns false when somebody else changed it meanwhile */
  async function write(limit: Limit, times: number[], ifVersion: number): Promise<boolean> {
    const expiresAt = Math.max(now(), ...times) + limit.within;
    const value = { times: times.join(' ') };
    return (await records.put(ATTEMPTS, limit.name, value, { ifVersion, expiresAt })) !== null;
  }

  /** Milliseconds until one more attempt fits. */
  function waitOf({ most, within }: Limit, times: number[]): number {
    const first = times.toSorted((a, b) => b - a)[most - 1];
    return first === undefined ? 0 : Math.max(1, first + within - now());
  }

  /** Counts one more attempt, if it fits. @returns 0, or the milliseconds to wait when it does not */
  async function count(limit: Limit, time: number): Promise<number> {
    for (;;) {
      const { times, version } = await read(limit);
      const wait = waitOf(limit, times);
      if (wait > 0 || (await write(limit, [...times, time], version))) return wait;
    }
  }

  async function uncount(limit: Limit, time: number): Promise<void> {
    for (;;) {
      const { times, version } = await read(limit);
      const at = times.indexOf(time);
      if (at < 0 || (await write(limit, times.toSpliced(at, 1), version))) return;
    }
  }

  return {
    async take(own) {
      const [ofAll, ofOwn] = await Promise.all([read(shared), read(own)]);
      const waits = { shared: waitOf(shared, ofAll.times), own: waitOf(own, ofOwn.times) };
      if (waits.shared > 0 || waits.own > 0) return { allowed: false, ...waits };
      return enqueue(async () => {
        const time = now();
        const sharedWait = await count(shared, time);
        if (sharedWait > 0) return { allowed: false, shared: sharedWait, own: 0 };
        const ownWait = await count(own, time);
        if (ownWait > 0) {
          await uncount(shared, time);
          return { allowed: false, shared: 0, own: ownWait };
        }
        return {
          allowed: true,
          async giveBack() {
            await uncount(own, time);
            await uncount(shared, time);
          },
        };
      });
    },
  };
}

function timesIn(value: unknown): number[] {
  return typeof value === 'string' && value !== '' ? value.split(' ').map(Number) : [];
}
