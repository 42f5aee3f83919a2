import { hash } from 'node:crypto';
import type { Records } from '#core/store.ts';

const KIND = 'knock';
const MINUTE = 60_000;
/** How long a knock is remembered. */
const WITHIN = 15 * MINUTE;
/** A knock is written again only after this, so whoever hammers costs next to nothing. */
const RENEWED_AFTER = 5 * MINUTE;
/**
 * Knocks are kept in 256 records. A full one takes no more: however many addresses somebody has,
 * they fill a quarter of a megabyte, and once they have, they cost no writes.
 */
const MOST_IN_ONE = 16;
/** Characters of base64url, 6 bits each. */
const MARK_LENGTH = 16;

/** What is known of a caller before it is turned away. */
interface Caller {
  /** Milliseconds until it counts as one who has not knocked; 0 when it does. */
  wait: number;
  /**
   * Remembers that it knocked now.
   * @returns milliseconds until it counts as one who has not
   */
  turnAway(): Promise<number>;
}

/**
 * Remembers who was turned away at the door, so that those who keep on hammering can be told from
 * one who comes back when told to. Whoever knocks more often than every ten minutes is never
 * forgotten. Rejects with `StoreUnavailable`.
 */
interface Knocks {
  look(network: string): Promise<Caller>;
}

/** @param now milliseconds since 1970 */
export function createKnocks(records: Records, now: () => number): Knocks {
  async function read(key: string, mark: string) {
    const record = await records.get(KIND, key);
    const knocks = new Map(knocksIn(record?.value.knocks).filter(([, at]) => at > now() - WITHIN));
    const last = knocks.get(mark);
    const wait = last === undefined ? 0 : last + WITHIN - now();
    return { knocks, last, wait, version: record?.version ?? 0 };
  }

  return {
    async look(network) {
      const digest = hash('sha256', network, 'buffer');
      const mark = digest.toString('base64url').slice(0, MARK_LENGTH);
      const key = digest.toString('hex').slice(-2);
      let found = await read(key, mark);

      async function turnAway() {
        for (;;) {
          const { knocks, last, wait, version } = found;
          const time = now();
          if (last !== undefined && time - last < RENEWED_AFTER) return wait;
          if (last === undefined && knocks.size >= MOST_IN_ONE) return WITHIN;
          const value = { knocks: [...knocks.set(mark, time)].flat().join(' ') };
          const options = { ifVersion: version, expiresAt: time + WITHIN };
          if ((await records.put(KIND, key, value, options)) !== null) return WITHIN;
          // Somebody else was written down at this moment.
          found = await read(key, mark);
        }
      }

      return { wait: found.wait, turnAway };
    },
  };
}

/** Makes newcomers of all. Rejects with `StoreUnavailable`. */
export async function forgetKnocks(records: Records): Promise<void> {
  await records.deleteAll(KIND);
}

/** `mark time mark time` */
function knocksIn(value: unknown): [mark: string, at: number][] {
  const words = typeof value === 'string' ? value.split(' ') : [];
  return Array.from({ length: Math.floor(words.length / 2) }, (_, at) => [
    words[2 * at] ?? '',
    Number(words[2 * at + 1]),
  ]);
}
