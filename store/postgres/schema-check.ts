import type { ClientBase, Pool } from 'pg';
import { TABLES } from './migrate.ts';

type Queryable = ClientBase | Pool;

/**
 * Whether all tables are there with their primary keys, which a restored dump gets last, and the one row of
 * the counter.
 */
export async function isWhole(database: Queryable): Promise<boolean> {
  const { rows } = await database.query(
    `SELECT 1 FROM unnest($1::text[]) AS name WHERE NOT EXISTS (
       SELECT FROM pg_catalog.pg_index
       WHERE indisprimary AND indrelid = to_regclass(quote_ident(name))
     )`,
    [TABLES],
  );
  if (rows.length > 0) return false;
  const counter = await database.query('SELECT 1 FROM change_counter');
  return counter.rows.length === 1;
}

/** Tables that this user may not read or write. */
export async function missingRights(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT DISTINCT name FROM unnest($1::text[]) AS name,
       unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS deed
     WHERE NOT has_table_privilege(quote_ident(name), deed)`,
    [TABLES],
  );
  return rows.map(({ name }) => name);
}
