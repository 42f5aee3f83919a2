import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { sent } from '../contract/engine.ts';
import { STORE_VARIABLE } from '../place.ts';
import { readMigrations } from '../read-migrations.ts';
import type { OpeningMode } from '../store-options.ts';
import { requireMigrated } from './migrate.ts';

const postgres = temporaryPostgres();

async function open(database: string, mode: OpeningMode): Promise<void> {
  await (await postgres.open(postgres.server.url(database), { mode })).close();
}

async function refusalOf(database: string, mode: OpeningMode): Promise<string> {
  const refusal = await open(database, mode).catch((error) => error);
  expect(refusal).toBeInstanceOf(OwnerFacingError);
  expect(refusal.message).not.toContain(postgres.server.password);
  return refusal.message;
}

test.each(['existing', 'untouched'] as const)(
  'a database is not created when it is opened as %s',
  async (mode) => {
    const database = await postgres.database();
    expect(await refusalOf(database, mode)).toContain('no letters were ever kept in it');
    const tables = await postgres.server.query(
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace",
      database,
    );
    expect(tables).toEqual([]);

    await open(database, 'make');
    await open(database, mode);
    await postgres.server.query("UPDATE migrations SET checksum = 'other'", database);
    expect(await refusalOf(database, mode)).toContain('another edition of this program');
  },
);

test('a database of an older version is distinguished from one that was never used', async () => {
  const database = await postgres.database();
  await open(database, 'make');
  const steps = readMigrations(join(import.meta.dirname, 'migrations'));
  const next = { number: steps.length + 1, sql: 'DROP TABLE letters', checksum: 'next' };
  const client = await postgres.client(database);
  const place = { name: 'the database', addressedAs: STORE_VARIABLE };
  await requireMigrated(client, steps, place);
  await expect(requireMigrated(client, [...steps, next], place)).rejects.toThrow(
    'Cannot use the database: it was written by an older version of this site.',
  );
  expect((await client.query('SELECT count(*) FROM letters')).rows).toEqual([{ count: '0' }]);
});

test('ten instances that start at once create one database, and all can write', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const stores = await Promise.all(Array.from({ length: 10 }, () => postgres.open(url)));
  const rows = await postgres.server.query('SELECT number FROM migrations', database);
  const steps = readMigrations(join(import.meta.dirname, 'migrations'));
  expect(rows).toEqual(steps.map(({ number }) => ({ number })));

  await Promise.all(stores.flatMap((store) => [sent(store), sent(store), sent(store)]));
  const noted = await postgres.server.query('SELECT seq FROM changes ORDER BY seq', database);
  expect(noted.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  const positions = await postgres.server.query(
    'SELECT count(DISTINCT substr(position, 11))::int AS n FROM letters',
    database,
  );
  expect(positions).toEqual([{ n: 30 }]);
});
