import type { ClientBase, Pool } from 'pg';
import { TABLES } from './migrate.ts';

type Queryable = ClientBase | Pool;

/** Tables, and the one row of the counter, that should be there and are not. */
export async function missingParts(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NULL',
    [TABLES],
  );
  if (rows.length > 0) return rows.map(({ name }) => name);
  const counter = await database.query('SELECT 1 FROM change_counter');
  return counter.rows.length === 1 ? [] : ['change_counter'];
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
