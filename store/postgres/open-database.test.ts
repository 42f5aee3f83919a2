import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { draft, NOW, sent } from '../contract/engine.ts';
import { STORE_VARIABLE } from '../place.ts';
import { connectionsTo } from './connections.ts';
import { prepareDatabase } from './open-database.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const STEPS = readdirSync(MIGRATIONS);

const postgres = temporaryPostgres();

const failureOf = (opening: Promise<unknown>): Promise<Error> =>
  opening.then(
    () => new Error('It was opened.'),
    (error) => error,
  );

/** Expects one clear line for the owner that names the place and what to change, and no secret. */
async function expectAdvice(url: string, words: string, options: { listenUrl?: string } = {}) {
  const failure = await failureOf(postgres.open(url, options));
  expect(failure).toBeInstanceOf(OwnerFacingError);
  expect(failure.message).toContain(words);
  expect(failure.message).toContain(options.listenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL');
  expect(failure.message).not.toContain('\n');
  const shown = inspect(failure, { depth: 20, showHidden: true });
  expect(shown).not.toContain(postgres.server.password);
  expect(shown).not.toContain('Secret');
  expect(shown).not.toContain('postgres://');
}

async function expectUnavailable(url: string): Promise<void> {
  const failure = await failureOf(postgres.open(url, { timeout: 300 }));
  expect(failure).toBeInstanceOf(StoreUnavailable);
  expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain(postgres.server.password);
}

const withUser = (url: string, user: string) => url.replace(/\/\/.*@/, `//${user}@`);
const withPort = (url: string, port: number) => url.replace(/:\d+\//, `:${port}/`);

/** A database, and a role with a password that may connect to it and do nothing else. */
async function guest(name: string) {
  const database = await postgres.database();
  const query = (sql: string) => postgres.server.query(sql, database);
  await query(`CREATE ROLE ${name} LOGIN PASSWORD 'Secret'`);
  onTestFinished(async () => {
    await query(`REASSIGN OWNED BY ${name} TO letters; DROP OWNED BY ${name}; DROP ROLE ${name}`);
  });
  const owner = postgres.server.url(database);
  return { query, owner, url: withUser(owner, `${name}:Secret`) };
}

test('a wrong password, user or database is reported in one line', async () => {
  const url = postgres.server.url(await postgres.database());
  await expectAdvice(withUser(url, 'letters:Secret'), 'the user name or the password is wrong');
  await expectAdvice(withUser(url, 'Nobody:Secret'), 'the user name or the password is wrong');
  await expectAdvice(withUser(url, 'letters:Secret'), 'in DATABASE_URL, or in PGPASSWORD');
  await expectAdvice(withUser(url, 'letters'), 'it asks for a password');
  await expectAdvice(withUser(url, 'letters'), 'in DATABASE_URL, or set PGPASSWORD');
  await expectAdvice(postgres.server.url('nowhere'), 'PostgreSQL database nowhere on 127.0.0.1');
  await expectAdvice(postgres.server.url('nowhere'), 'there is no database of this name');
  const listenUrl = withUser(url, 'letters:Secret');
  await expectAdvice(url, 'the user name or the password is wrong', { listenUrl });
});

test('advice names what gave the address', async () => {
  const url = postgres.server.url(await postgres.database());
  const refusalOf = async (address: string) =>
    (await failureOf(postgres.open(address, { addressedAs: 'TO' }))).message;
  expect(await refusalOf(postgres.server.url('nowhere'))).toMatch(/ or name another in TO\.$/);
  expect(await refusalOf(withUser(url, 'letters:Secret'))).toContain('in TO, or in PGPASSWORD');
  expect(await refusalOf(`${url}?sslrootcert=/no/such/file`)).toMatch(/^TO cannot be used/);
  await postgres.open(url);
  await postgres.server.query(
    "UPDATE migrations SET checksum = 'x'",
    new URL(url).pathname.slice(1),
  );
  expect(await refusalOf(url)).toMatch(/ Name another database in TO\.$/);
});

test('an address with unknown options is reported in one line', async () => {
  const url = postgres.server.url(await postgres.database());
  await expectAdvice(`${url}?sslmode=verify-full`, 'DATABASE_URL (sslmode) or PGSSLMODE asks for');
  await expectAdvice(`${url}?sslrootcert=/no/such/file`, 'cannot be used (ENOENT)');
  await expectAdvice(`${url}?options=-csearch_path%3Dnowhere`, 'names no schema that is there');
});

test('an address that asks for encryption, in whatever mode, makes the driver warn of nothing', async () => {
  const url = postgres.server.url(await postgres.database());
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  for (const mode of ['prefer', 'require', 'verify-ca'])
    await expectAdvice(`${url}?sslmode=${mode}`, 'the server offers no encrypted connection');
  // A warning is emitted a moment later.
  await nextTurn();
  expect(warnings).toEqual([]);
});

test('a server that cannot be reached, or does not answer, may be reached later', async () => {
  const url = postgres.server.url(await postgres.database());
  await expectUnavailable(withPort(url, 1));
  await expectUnavailable(url.replace('127.0.0.1', 'nowhere.invalid'));
  const silent = await postgres.throughProxy(url);
  silent.proxy.freeze();
  await expectUnavailable(silent.url);
  const closing = createServer((socket) => socket.destroy());
  await expectUnavailable(withPort(url, await listenOnFreePort(closing)));
});

test('a server without free connections may have one later', async () => {
  const database = await postgres.database('CONNECTION LIMIT 0');
  await postgres.server.query("CREATE ROLE late LOGIN PASSWORD 'Secret'");
  await expectUnavailable(withUser(postgres.server.url(database), 'late:Secret'));
});

test('a database whose encoding lacks most scripts is refused', async () => {
  const options = "ENCODING LATIN1 LOCALE 'C' TEMPLATE template0";
  await expectAdvice(postgres.server.url(await postgres.database(options)), 'as LATIN1');
});

test('a user without the rights to create tables, or to write, is reported', async () => {
  const { url, owner, query } = await guest('reader');
  await expectAdvice(url, 'this user lacks rights that the site needs');
  await postgres.open(owner);
  await expectAdvice(url, 'this user lacks rights that the site needs');
  await query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
  await expectAdvice(url, 'this user lacks rights that the site needs');
  await query('GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO reader');
  for (const deed of ['SELECT', 'INSERT', 'UPDATE', 'DELETE']) {
    await query(`REVOKE ${deed} ON letters FROM reader`);
    await expectAdvice(url, 'this user lacks rights that the site needs');
    await query(`GRANT ${deed} ON letters TO reader`);
  }
  expect(await sent(await postgres.open(url))).toMatchObject({ version: 1 });
});

test("another program's tables are not changed", async () => {
  for (const table of ['letters (id text)', 'migrations (id int)', 'records (a int)']) {
    const database = await postgres.database();
    const url = postgres.server.url(database);
    await postgres.server.query(`CREATE TABLE ${table}`, database);
    await expectAdvice(url, 'holds tables of another program');
    const tables = await postgres.server.query(
      "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'",
      database,
    );
    expect(tables).toEqual([{ n: 1 }]);
  }
});

test('tables are created in the first schema of the search path', async () => {
  const database = await postgres.database();
  await postgres.server.query('CREATE TABLE letters (id text); CREATE SCHEMA mine', database);
  const url = `${postgres.server.url(database)}?options=-csearch_path%3Dmine,public`;
  const letter = await sent(await postgres.open(url));
  expect(await postgres.server.query('SELECT id FROM mine.letters', database)).toEqual([
    { id: letter.id },
  ]);
  expect(await postgres.server.query('SELECT * FROM public.letters', database)).toEqual([]);
  expect(await (await postgres.open(url)).letters.get(letter.id)).toEqual(letter);
});

test('a database that is newer, of another edition, or incomplete is refused', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  await postgres.open(url);
  const meddle = (sql: string) => postgres.server.query(sql, database);
  await meddle("INSERT INTO migrations VALUES (1000, 'x')");
  await expectAdvice(url, 'written by a newer version');
  await meddle("DELETE FROM migrations WHERE number = 1000; UPDATE migrations SET checksum = 'x'");
  await expectAdvice(url, 'another edition');
  const whole = postgres.server.url(await postgres.database());
  await postgres.open(whole);
  await postgres.server.query('DELETE FROM change_counter', new URL(whole).pathname.slice(1));
  await expectAdvice(whole, 'is not whole');
  await postgres.server.query('DROP TABLE records', new URL(whole).pathname.slice(1));
  await expectAdvice(whole, 'is not whole');
});

test('during a migration to a newer version an open store keeps working, and an older one cannot open', async () => {
  const url = postgres.server.url(await postgres.database());
  const store = await postgres.open(url);
  const before = await sent(store);
  await prepare(
    url,
    later(
      "ALTER TABLE letters ADD COLUMN mood text NOT NULL DEFAULT 'calm'; CREATE TABLE more (id text)",
    ),
  );
  const heard = Promise.withResolvers<unknown>();
  await store.letters.watchVisible(heard.resolve);
  const after = await sent(store);
  expect(await heard.promise).toMatchObject({ kind: 'shown', letter: { id: after.id } });
  expect((await store.letters.update(before.id, draft(), NOW)).outcome).toBe('updated');
  expect((await store.letters.listVisible({ limit: 9 })).items).toHaveLength(2);
  await expectAdvice(url, 'written by a newer version');
});

test('a migration takes longer than the database lets a statement take', async () => {
  const database = await postgres.database();
  for (const limit of ['statement_timeout', 'transaction_timeout'])
    await postgres.server.query(`ALTER DATABASE ${database} SET ${limit} = '1s'`);
  await prepare(postgres.server.url(database), later('SELECT pg_sleep(1.5)'));
  const steps = await postgres.server.query('SELECT number FROM migrations', database);
  expect(steps).toHaveLength(STEPS.length + 1);
});

test('a failed migration leaves no trace of itself, nor of those before it', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const steps = later('CREATE TABLE more (id text); CREATE TABLE letters (id text)');
  expect(await failureOf(prepare(url, steps))).toBeInstanceOf(OwnerFacingError);
  const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
  expect(await postgres.server.query(tables, database)).toEqual([]);
  await expect(postgres.open(url)).resolves.toBeDefined();
});

async function prepare(url: string, migrations: string): Promise<void> {
  const connections = connectionsTo(url, 5000, 'letters');
  await prepareDatabase(
    connections,
    { name: 'the database', addressedAs: STORE_VARIABLE },
    'make',
    migrations,
  );
  connections.close();
}

/** A folder with all our migrations and one more. */
function later(sql: string): string {
  const folder = join(temporaryFolder(), 'migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, `${String(STEPS.length + 1).padStart(4, '0')}-more.sql`), sql);
  return folder;
}
