import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openLiveReader } from '../clients/live-reader.ts';
import { createOwner, KNOWN_PASSWORDS } from '../clients/owner.ts';
import { type PostgresServer, startPostgres } from '../servers/postgres-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Environment, type SiteProcess, startSiteProcess } from './site-process.ts';

/** What readers, the owner and the operator see while the database is away. */

// Each test waits until the database is back.
vi.setConfig({ testTimeout: 120_000 });
const WAIT = { timeout: 60_000, interval: 50 };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

async function start(environment: Environment): Promise<SiteProcess> {
  const site = await startSiteProcess(environment, temporaryFolder());
  onTestFinished(() => site.stop());
  return site;
}

const statusOf = async (site: SiteProcess, path: string) =>
  (await fetch(site.address + path)).status;
const ready = (site: SiteProcess) =>
  vi.waitFor(async () => expect(await statusOf(site, '/readyz')).toBe(200), WAIT);

test('a site that starts before its database says so, and works once the database is there', async () => {
  const DATABASE_URL = server.url(await server.createDatabase());
  await server.stop();
  const site = await start({ DATABASE_URL });
  expect(site.terminal()).toMatch(
    /^The site is at \S+\nIt cannot reach the PostgreSQL database \S+ on \S+ \(nothing answers at its address\), and keeps trying\.\nPress Ctrl-C to stop\.\n$/,
  );
  expect(await statusOf(site, '/healthz')).toBe(200);
  expect(await statusOf(site, '/readyz')).toBe(503);
  const page = await fetch(`${site.address}/`);
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('Loading letters...');
  const reader = openLiveReader(site.address);
  onTestFinished(() => reader.close());

  await server.start();
  await ready(site);
  const made = await vi.waitFor(() => {
    const [, password = ''] = /The portal opens with (\S+) or /.exec(site.terminal()) ?? [];
    expect(password).not.toBe('');
    expect(site.terminal()).toContain('Letters are kept in the PostgreSQL database');
    return password;
  }, WAIT);
  const owner = createOwner(site.address);
  expect((await owner.call('POST', '/api/session', { password: made })).status).toBe(204);
  expect(await statusOf(site, '/')).toBe(200);
  await reader.connected();
  expect(site.terminal() + site.complaints().join('\n')).not.toContain(server.password);
});

test('a site whose database goes down serves cached pages, accepts no writes, and recovers', async () => {
  const site = await start({
    ...KNOWN_PASSWORDS,
    DATABASE_URL: server.url(await server.createDatabase()),
  });
  const owner = createOwner(site.address);
  const kept = await owner.send({ title: 'Kept' });
  const unread = await owner.send({ title: 'Not read yet' });
  const reader = openLiveReader(site.address);
  onTestFinished(() => reader.close());
  await reader.until((titles) => titles.size === 2);
  expect(await statusOf(site, '/')).toBe(200);
  expect(await statusOf(site, `/letter/${kept.id}`)).toBe(200);

  await server.stop();
  expect(await statusOf(site, '/')).toBe(200);
  expect(await statusOf(site, `/letter/${kept.id}`)).toBe(200);
  expect(await statusOf(site, `/letter/${unread.id}`)).toBe(503);
  expect(await statusOf(site, '/readyz')).toBe(503);
  expect(await statusOf(site, '/healthz')).toBe(200);
  const words = { title: 'Sent into the dark', content: 'Words.' };
  const refused = await owner.call('POST', '/api/portal/letters', words);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'store-unreadable' });

  await server.start();
  await ready(site);
  expect(await statusOf(site, `/letter/${unread.id}`)).toBe(200);
  const after = await owner.send({ title: 'After' });
  await reader.until((titles) => titles.has(after.id));
  expect([...reader.titles().values()].sort()).toEqual(['After', 'Kept', 'Not read yet']);
  const lines = await vi.waitFor(() => {
    const said = site.complaints();
    expect(said.at(-1)).toBe('The watch for new letters is connected again.');
    return said;
  }, WAIT);
  // However much failed because of it, each reason is reported once, in one line, with the place.
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/^\w.+\. \(the PostgreSQL .+: .+\)$/);
  expect(lines.length).toBeLessThan(6);
  const complaints = lines.join('\n');
  for (const secret of [server.password, unread.id, words.title, owner.cookie?.split('=')[1]]) {
    expect(complaints).not.toContain(secret);
  }
});

test.each([
  ['a wrong password', async () => url({ password: 'guessed' })],
  ['an unknown user', async () => url({ username: 'nobody' })],
  ['a missing database', async () => server.url('nowhere')],
  [
    'a user without rights',
    async () => {
      const database = await server.createDatabase();
      await server.query("CREATE ROLE reader LOGIN PASSWORD 'reads'");
      return url({ username: 'reader', password: 'reads', pathname: `/${database}` });
    },
  ],
])('%s stops the start with one line that names the place and no secret', async (_, address) => {
  const DATABASE_URL = await address();
  const starting = start({ ...KNOWN_PASSWORDS, DATABASE_URL });
  const message = await starting.then(
    () => '',
    (error: Error) => error.message,
  );
  expect(message).toMatch(/^The site did not start\. [^\n]*PostgreSQL[^\n]*\n$/);
  for (const secret of [server.password, 'guessed', 'reads@', DATABASE_URL]) {
    expect(message).not.toContain(secret);
  }
});

test('a site that waited for a database which then refuses it stops, and says why', async () => {
  await server.stop();
  const DATABASE_URL = url({ password: 'guessed' });
  const site = await startSiteProcess({ ...KNOWN_PASSWORDS, DATABASE_URL }, temporaryFolder());
  onTestFinished(() => site.kill());
  await server.start();
  expect(await site.ended).toBe(1);
  expect(site.complaints()).toEqual([expect.stringContaining('PostgreSQL')]);
  expect(site.complaints().join()).not.toContain('guessed');
});

function url(parts: Partial<Pick<URL, 'username' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(server.url('postgres')), parts).href;
}
