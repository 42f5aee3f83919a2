import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSerialQueue } from '#core/serial-queue.ts';
import { isBusy, isDamage, isEngineError, unavailable } from './engine-error.ts';

/** How long a call waits for a lock that another process holds. */
export const TIMEOUT_MS = 5000;
const PAUSE_MS = 25;

/**
 * The one connection of a store. Work is synchronous, so nothing can come between the statements
 * of one piece of it.
 */
export interface Connection {
  /** Rejects with `StoreUnavailable` when the engine fails. */
  read<Result>(work: () => Result): Promise<Result>;
  /**
   * Runs work as one transaction, and resolves when it is on disk. Rejects with `StoreUnavailable` once
   * damage was seen: what is written to a damaged file may be lost.
   */
  write<Result>(work: () => Result): Promise<Result>;
  /** Reports damage that was found elsewhere. */
  sawDamage(damage: Error): void;
  /** Rejects with `StoreUnavailable` when damage was ever seen. */
  requireWhole(): Promise<void>;
}

/**
 * @param timeout how long to wait for a lock, in milliseconds
 * @param committed is called after each commit, before the promise of its write resolves
 * @param requireInPlace is called before each write, and prevents it by throwing
 */
export function connectionTo(
  database: DatabaseSync,
  timeout: number,
  committed: () => void,
  requireInPlace: () => void,
): Connection {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');

  function transaction<Result>(work: () => Result): Result {
    begin.run();
    let result: Result;
    try {
      result = work();
      commit.run();
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
    committed();
    return result;
  }
  // One write waits for the lock at a time: many of them, each retrying, would leave readers no turn.
  const enqueue = createSerialQueue();
  let damage: Error | undefined;

  async function surfacing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isEngineError(error)) throw error;
      if (isDamage(error)) damage ??= error;
      throw unavailable(error);
    }
  }

  function throwIfDamaged(): void {
    if (damage) throw damage;
  }

  return {
    read: (work) => surfacing(() => retryWhileBusy(work, deadline(timeout))),

    write(work) {
      const until = deadline(timeout);
      const whole = () => {
        throwIfDamaged();
        requireInPlace();
        return transaction(work);
      };
      return surfacing(() => enqueue(() => retryWhileBusy(whole, until)));
    },

    sawDamage(seen) {
      damage ??= seen;
    },

    requireWhole: () => surfacing(async () => throwIfDamaged()),
  };
}

/** @param timeout milliseconds from now */
export function deadline(timeout: number): number {
  return performance.now() + timeout;
}

/**
 * Runs synchronous work, and retries it while another process holds the lock that it needs. The
 * engine's own busy timeout is kept short, since it blocks the event loop, and so every reader.
 * @param until when to give up, by `performance.now()`
 */
export async function retryWhileBusy<Result>(work: () => Result, until: number): Promise<Result> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      // Sleeps before giving up, too: many calls that time out at once must leave readers a turn in between.
      await sleep(PAUSE_MS);
      if (performance.now() >= until) throw error;
    }
  }
}
