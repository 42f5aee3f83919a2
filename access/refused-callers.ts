import { hash } from 'node:crypto';
import type { Records } from '#core/store.ts';

/** The kind of the records of refusals. Like the field `knocks`, it keeps the name that is stored already. */
export const REFUSALS = 'knock';
const MINUTE_MS = 60_000;
/** How long a refusal is remembered. */
const WITHIN_MS = 15 * MINUTE_MS;
/** A refusal is written again only after this, so a caller that retries in a loop costs few writes. */
const RENEWED_AFTER_MS = 5 * MINUTE_MS;
/**
 * Callers are kept in 256 records of at most this many each. A full record takes no more, so whoever has
 * many addresses can fill a quarter of a megabyte, and after that causes no more writes.
 */
const MAX_IN_A_RECORD = 16;
/** Characters of base64url, 6 bits each. */
const MARK_LENGTH = 16;

type Refusal = [mark: string, at: number];

/** What is known of a caller when it comes. */
interface Caller {
  /** Milliseconds until its last refusal is forgotten; 0 when none is remembered. */
  wait: number;
  /**
   * Remembers that it was refused now.
   * @returns milliseconds until that is forgotten
   */
  recordRefusal(): Promise<number>;
}

/**
 * Remembers whose login attempts were refused, to tell callers that keep retrying from one that comes
 * back after `Retry-After`. Whoever retries more often than every ten minutes is never forgotten.
 * Rejects with `StoreUnavailable`.
 */
interface RefusedCallers {
  find(network: string): Promise<Caller>;
}

/** @param now milliseconds since 1970 */
export function createRefusedCallers(records: Records, now: () => number): RefusedCallers {
  async function read(key: string, mark: string) {
    const record = await records.get(REFUSALS, key);
    // A time that far in the future was recorded before the clock was set back.
    const counts = ([, at]: Refusal) => Math.abs(now() - at) < WITHIN_MS;
    const refusals = new Map(refusalsIn(record?.value.knocks).filter(counts));
    const last = refusals.get(mark);
    const wait = last === undefined ? 0 : last + WITHIN_MS - now();
    return { refusals, last, wait, version: record?.version ?? 0 };
  }

  return {
    async find(network) {
      const digest = hash('sha256', network, 'buffer');
      const mark = digest.toString('base64url').slice(0, MARK_LENGTH);
      const key = digest.toString('hex').slice(-2);
      let found = await read(key, mark);

      async function recordRefusal() {
        for (;;) {
          const { refusals, last, wait, version } = found;
          const time = now();
          if (last !== undefined && time - last < RENEWED_AFTER_MS) return wait;
          if (last === undefined && refusals.size >= MAX_IN_A_RECORD) return WITHIN_MS;
          const value = { knocks: [...refusals.set(mark, time)].flat().join(' ') };
          const options = { ifVersion: version, expiresAt: time + WITHIN_MS };
          if ((await records.put(REFUSALS, key, value, options)) !== null) return WITHIN_MS;
          // Somebody else wrote to the record in between.
          found = await read(key, mark);
        }
      }

      return { wait: found.wait, recordRefusal };
    },
  };
}

/** `mark time mark time` */
function refusalsIn(value: unknown): Refusal[] {
  const words = typeof value === 'string' ? value.split(' ') : [];
  return Array.from({ length: Math.floor(words.length / 2) }, (_, at) => [
    words[2 * at] ?? '',
    Number(words[2 * at + 1]),
  ]);
}
