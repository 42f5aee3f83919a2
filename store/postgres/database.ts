import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { isConflict, isForgotten, surfacing, unavailable } from './engine-error.ts';

/** How often a transaction is tried in all, after conflicts. */
const ATTEMPTS = 10;
/** The longest pause before the next attempt. */
const PAUSE_MS = 50;

/**
 * Overrides the settings of role and server. The idle timeout releases the locks of a process that died; the
 * lock timeout ends the wait of one that died while it waited, or those behind it would wait for each dead
 * process in turn.
 */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET LOCAL lock_timeout = '5s';
  SET LOCAL idle_in_transaction_session_timeout = '10s'`;

/**
 * For a transaction that may take long: lifts the limits that role and server set, as many hosts do. A server
 * before version 17 does not know the last of them.
 */
export const LIFT_LIMITS = `SELECT set_config(name, '0', true) FROM pg_catalog.pg_settings
  WHERE name IN ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout',
    'transaction_timeout')`;

interface Statement {
  /** The name of the prepared statement; each name stands for one text. */
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
 * @param prepare whether to use prepared statements. Behind a pooler that shares connections a statement
 *   may not be found again; from then on, none is prepared.
 */
export function databaseOn(pool: Pool, prepare: boolean): Database {
  let prepares = prepare;

  async function ask(client: ClientBase | Pool, { name, text }: Statement, values: unknown[]) {
    try {
      return (await client.query<Row>({ ...(prepares ? { name } : {}), text, values })).rows;
    } catch (error) {
      if (isForgotten(error)) prepares = false;
      throw unavailable(error);
    }
  }

  async function run(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    try {
      return await ask(pool, statement, values);
    } catch (error) {
      if (!isConflict(error)) throw error;
      return ask(pool, statement, values);
    }
  }

  async function attempt<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const client = await surfacing(pool.connect());
    try {
      await surfacing(client.query(BEGIN));
      const result = await work({
        run: (statement, values = []) => ask(client, statement, values),
      });
      await surfacing(client.query('COMMIT'));
      client.release();
      return result;
    } catch (error) {
      // The server rolls back the transaction when its connection ends.
      client.release(true);
      throw error;
    }
  }

  return {
    run,
    async transaction(work) {
      for (let left = ATTEMPTS; ; left -= 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!isConflict(error) || left === 1) throw error;
          await sleep(Math.random() * PAUSE_MS);
        }
      }
    },
  };
}
