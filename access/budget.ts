import type { Records } from '#core/store.ts';
import { takeTurns } from '#core/take-turns.ts';

const KIND = 'throttle';

/** So many attempts under one name within a time. */
interface Limit {
  name: string;
  most: number;
  /** Milliseconds. */
  within: number;
}

/** An attempt that may be made. */
export interface Attempt {
  /** A password that was right does not count as a guess. Rejects with `StoreUnavailable`. */
  giveBack(): Promise<void>;
}

/** How long until there is room again, in milliseconds; 0 where there is room. */
interface Waits {
  /** For all who share the budget. */
  shared: number;
  own: number;
}

/** Attempts that many share, while each of them has a limit of its own too. */
interface Budget {
  /**
   * Counts an attempt under both limits, or under neither. One that is refused costs no write.
   * Rejects with `StoreUnavailable`.
   */
  take(own: Limit): Promise<Attempt | Waits>;
}

/**
 * Kept as the times of the attempts that still count, so instances share it and a restart does not
 * forget it.
 * @param now milliseconds since 1970
 */
export function createBudget(records: Records, now: () => number, shared: Limit): Budget {
  // Of many who come at once here, only one at a time contends with the other instances.
  const inTurn = takeTurns();

  async function read({ name, within }: Limit) {
    const record = await records.get(KIND, name);
    const times = timesIn(record?.value.times).filter((time) => time > now() - within);
    return { times, version: record?.version ?? 0 };
  }

  /** Whether nobody else changed it meanwhile. */
  async function write(limit: Limit, times: number[], ifVersion: number): Promise<boolean> {
    const expiresAt = Math.max(now(), ...times) + limit.within;
    const value = { times: times.join(' ') };
    return (await records.put(KIND, limit.name, value, { ifVersion, expiresAt })) !== null;
  }

  /** How long until one more fits. */
  function waitOf({ most, within }: Limit, times: number[]): number {
    const first = times.toSorted((a, b) => b - a)[most - 1];
    return first === undefined ? 0 : Math.max(1, first + within - now());
  }

  /** Counts one more. @returns how long to wait if there is no room */
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
      if (waits.shared > 0 || waits.own > 0) return waits;
      return inTurn(async () => {
        const time = now();
        waits.shared = await count(shared, time);
        if (waits.shared > 0) return waits;
        waits.own = await count(own, time);
        if (waits.own > 0) {
          await uncount(shared, time);
          return waits;
        }
        return {
          async giveBack() {
            await uncount(own, time);
            await uncount(shared, time);
          },
        };
      });
    },
  };
}

/** Gives every budget all its room back. Rejects with `StoreUnavailable`. */
export async function forgetAttempts(records: Records): Promise<void> {
  await records.deleteAll(KIND);
}

function timesIn(value: unknown): number[] {
  return typeof value === 'string' && value !== '' ? value.split(' ').map(Number) : [];
}
