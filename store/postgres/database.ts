import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { isConflict, unavailable } from './engine-error.ts';

/** Work that gave way to another's is tried this often in all. */
const ATTEMPTS = 10;
/** The longest pause before the next attempt, in milliseconds. */
const PAUSE = 50;

/**
 * However the role or the server is set: each statement sees what was committed before it, and a
 * process that died on the way frees its locks after ten seconds.
 */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET LOCAL idle_in_transaction_session_timeout = '10s'`;

export interface Statement {
  /** Under which a connection keeps the statement prepared: one name, one text. */
  name: string;
  text: string;
}

export type Row = Record<string, unknown>;

export interface Session {
  /** Rejects with `StoreUnavailable`. */
  run(statement: Statement, values?: unknown[]): Promise<Row[]>;
}

export interface Database extends Session {
  /** Runs work as one transaction, all of it or none. Work may be run again from its beginning. */
  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
}

/**
 * @param prepare whether statements stay prepared on their connection; a pooler that shares its
 *   connections would not find them again
 * @param random from 0 up to 1
 */
export function databaseOn(pool: Pool, prepare: boolean, random: () => number): Database {
  const session = (client: ClientBase | Pool): Session => ({
    async run({ name, text }, values = []) {
      try {
        return (await client.query<Row>({ ...(prepare ? { name } : {}), text, values })).rows;
      } catch (error) {
        throw unavailable(error);
      }
    },
  });

  async function attempt<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const client = await surfacing(pool.connect());
    try {
      await surfacing(client.query(BEGIN));
      const result = await work(session(client));
      await surfacing(client.query('COMMIT'));
      client.release();
      return result;
    } catch (error) {
      // The server undoes what was begun on a connection that ends.
      client.release(true);
      throw error;
    }
  }

  return {
    ...session(pool),
    async transaction(work) {
      for (let left = ATTEMPTS; ; left -= 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!isConflict(error) || left === 1) throw error;
          await wait(random() * PAUSE);
        }
      }
    },
  };
}

async function surfacing<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw unavailable(error);
  }
}
