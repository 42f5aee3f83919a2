import type { ClientBase } from 'pg';
import type { Place } from '../place.ts';
import { type Migration, missingSteps } from '../read-migrations.ts';
import { LIFT_LIMITS } from './database.ts';
import { neverUsed, newerThanUs, olderThanUs, refusal } from './opening-error.ts';

/** The tables that the migrations create. */
export const TABLES = ['letters', 'idempotency_keys', 'change_counter', 'changes', 'records'];

/** The advisory lock that is held while the schema changes: "LTRS". */
const LOCK = 0x4c545253;
/** How long a step may take, and how long others wait for it, in milliseconds. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Brings a database up to date, all steps or none.
 * @throws {OwnerFacingError} when it went through steps other than these, before it is touched
 * @throws what the driver throws
 */
export async function migrate(
  client: ClientBase,
  migrations: Migration[],
  place: Place,
): Promise<void> {
  if ((await missing(client, migrations, place)).length === 0) return;
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
  await client.query(LIFT_LIMITS);
  await patiently(client, `SELECT pg_advisory_xact_lock(${LOCK})`);
  // Read again under the lock: another instance may have migrated meanwhile.
  const steps = await missing(client, migrations, place);
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, checksum text NOT NULL)',
  );
  for (const { number, sql, checksum } of steps) {
    await patiently(client, sql);
    await client.query('INSERT INTO migrations (number, checksum) VALUES ($1, $2)', [
      number,
      checksum,
    ]);
  }
  await client.query('COMMIT');
}

/**
 * Makes sure that a database is up to date, and changes nothing.
 * @throws {OwnerFacingError} also when it is not
 */
export async function requireMigrated(
  client: ClientBase,
  migrations: Migration[],
  place: Place,
): Promise<void> {
  const steps = await missing(client, migrations, place);
  if (steps.length === 0) return;
  throw steps.length === migrations.length ? neverUsed(place) : olderThanUs(place);
}

async function patiently(client: ClientBase, text: string): Promise<void> {
  const statement = { text, query_timeout: TIMEOUT_MS };
  await client.query(statement);
}

/** Tables with our names in our schema, with the names of their columns. */
const SELECT_TABLES = `SELECT relname AS name, ARRAY(
    SELECT attname::text FROM pg_catalog.pg_attribute
    WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum
  ) AS columns
  FROM pg_catalog.pg_class
  WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relname = ANY ($1)`;

async function missing(
  client: ClientBase,
  migrations: Migration[],
  place: Place,
): Promise<Migration[]> {
  const found = await client.query<{ name: string; columns: string[] }>(SELECT_TABLES, [
    ['migrations', ...TABLES],
  ]);
  const known = found.rows.find(({ name }) => name === 'migrations');
  if (known?.columns.join() !== 'number,checksum') {
    if (found.rows.length === 0) return migrations;
    throw refusal(place, 'holds tables of another program that are named like ours');
  }
  const applied = await client.query<{ checksum: string }>(
    'SELECT checksum FROM migrations ORDER BY number',
  );
  const steps = missingSteps(
    applied.rows.map(({ checksum }) => checksum),
    migrations,
  );
  if (steps === 'newer') throw newerThanUs(place);
  if (steps === 'another-edition') {
    throw refusal(place, 'was made by another edition of this program, with other tables');
  }
  return steps;
}
