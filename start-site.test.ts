import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import type { Letters } from '#core/store.ts';
import { rawCall } from '#test/clients/raw-call.ts';
import { freePort } from '#test/servers/free-port.ts';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { createTestSite, MAIN_PASSWORD, type TestSite } from '#test/site/create-test-site.ts';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { readConfig } from './config.ts';
import { localUrl, startSite } from './start-site.ts';
import { imported } from './store/contract/engine.ts';

test('a port in use is reported in one line, and nothing is started', async () => {
  const port = await listenOnFreePort(createServer());
  const start = createTestSite({ PORT: String(port) });
  await expect(start).rejects.toThrow(OwnerFacingError);
  await expect(start).rejects.toThrow(new RegExp(`^Port ${port} is in use, [^\\n]*PORT=3001\\.$`));
});

test.each(['192.0.2.1', 'fe80::1'])(
  'the address %s, which this machine does not have, is reported',
  async (host) => {
    const start = createTestSite({ HOST: host });
    await expect(start).rejects.toThrow(`This machine has no address ${host}. `);
    await expect(start).rejects.toThrow(OwnerFacingError);
  },
);

test('a start that fails leaves nothing behind', async () => {
  const store = await temporaryStore();
  let watches = 0;
  const watchVisible: Letters['watchVisible'] = async (listener) => {
    const { seq, close } = await store.letters.watchVisible(listener);
    watches += 1;
    const end = () => {
      watches -= 1;
      close();
    };
    return { seq, close: end };
  };
  const waiting = process.listenerCount('exit');
  const port = await freePort();
  const start = startSite({
    config: readConfig({ variables: { PORT: String(port) } }),
    store: { ...store, letters: { ...store.letters, watchVisible } },
    render: () => Promise.reject(new Error('Nobody asks for a page.')),
    openDrawings() {
      expect(watches).toBe(1);
      throw new Error('There are no drawings.');
    },
    clientDirectory: temporaryFolder(),
    now: Date.now,
    randomBytes,
    log: () => {},
    requestLog: null,
  });
  await expect(start).rejects.toThrow('There are no drawings.');
  expect(watches).toBe(0);
  expect(process.listenerCount('exit')).toBe(waiting);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

test('without a SITE_URL the site’s address is where it listens', async () => {
  const site = await createTestSite();
  expect(site.url).toBe(`http://localhost:${new URL(site.address).port}`);
});

test('the local address omits port 80 as browsers do, or the origin would not match', () => {
  expect(localUrl(80)).toBe('http://localhost');
  expect(localUrl(3000)).toBe('http://localhost:3000');
});

test('the first start makes passwords if none are given, and later starts do not', async () => {
  const none = { MAIN_PASSWORD: '', ALTERNATIVE_PASSWORD: '' };
  const site = await createTestSite(none);
  const made = site.madePasswords;
  expect(await site.unlock(made?.mainPassword)).toMatch(/^letters_session=/);
  expect(await site.unlock(made?.alternativePassword)).toMatch(/^letters_session=/);
  const again = await createTestSite(none, { beside: site });
  expect(again.madePasswords).toBeNull();
  expect(await again.unlock(made?.mainPassword)).toMatch(/^letters_session=/);
});

test('at the first start nobody is answered before the passwords are there', async () => {
  const PORT = String(await freePort());
  const password = 'first of all';
  const starting = createTestSite({ PORT, MAIN_PASSWORD: password });
  const login = () =>
    fetch(`http://127.0.0.1:${PORT}/api/session`, {
      method: 'POST',
      headers: { Origin: `http://localhost:${PORT}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ password }),
    });
  let answer: Response | undefined;
  while (!answer) {
    await nextTurn();
    answer = await login().catch(() => undefined);
  }
  expect(answer.status).toBe(204);
  await starting;
});

/** A login without its body, which the site asks for. */
const LOGIN = [
  'POST /api/session HTTP/1.1',
  'Host: localhost',
  'Sec-Fetch-Site: same-origin',
  'Content-Type: application/json',
  'Expect: 100-continue',
  `Content-Length: ${JSON.stringify({ password: MAIN_PASSWORD }).length}`,
  '\r\n',
].join('\r\n');

/** Opens a connection on which an answer is under way: it waits for its body. */
async function beginRequest(site: TestSite) {
  const socket = connectTo(site);
  socket.write(LOGIN);
  await once(socket, 'data');
  return {
    async finish() {
      socket.write(JSON.stringify({ password: MAIN_PASSWORD }));
      return Buffer.concat(await socket.toArray()).toString();
    },
  };
}

const connectTo = (site: TestSite) => connect(Number(new URL(site.address).port), '127.0.0.1');

test('stopping waits for a request in progress', async () => {
  const site = await createTestSite();
  const begun = await beginRequest(site);
  const stopped = site.stop();
  expect(await begun.finish()).toMatch(/^HTTP\/1\.1 204 /);
  await stopped;
});

test('stopping waits no longer than 8 seconds, and logs what it cuts off then', async () => {
  const site = await createTestSite();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await beginRequest(site);
  const stopped = site.stop();
  vi.advanceTimersByTime(7999);
  await nextTurn();
  await nextTurn();
  expect(site.requests()).toEqual([]);
  vi.advanceTimersByTime(1);
  await stopped;
  expect(site.requests()).toMatchObject([{ route: '/api/session', status: 499 }]);
});

test('stopping does not wait for requests on a connection before a CONNECT', async () => {
  const site = await createTestSite();
  const calls = ['GET /api/live', 'GET /nowhere', 'CONNECT localhost:80'];
  const lines = calls.map((call) => `${call} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(await rawCall(site.address, lines.join(''))).toBe('');
  await site.stop();
  expect(
    site
      .requests()
      .map(({ route }) => route)
      .toSorted(),
  ).toEqual(['*', '/api/live']);
});

test('stopping closes each connection after its next answer, so that a busy one is not cut off within one', async () => {
  const site = await createTestSite();
  await site.fetch('/robots.txt');
  // The first is answered by the fast path, the second by the app.
  const connections = ['/robots.txt', '/healthz'].map((path) => {
    const socket = connectTo(site).setEncoding('latin1');
    return async () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return (await once(socket, 'data'))[0];
    };
  });
  for (const ask of connections) expect(await ask()).toMatch(/\r\nConnection: keep-alive\r\n/);
  // While it is being answered, no connection is closed as idle.
  const begun = await beginRequest(site);
  const stopped = site.stop();
  for (const ask of connections) expect(await ask()).toMatch(/\r\nConnection: close\r\n/);
  await begun.finish();
  await stopped;
});

test('stopping behind a proxy still shows on its connections what has changed meanwhile', async () => {
  const site = await createTestSite({ TRUST_PROXY: '1' });
  const socket = connectTo(site);
  const ask = () => socket.write('GET /feed.json HTTP/1.1\r\nHost: localhost\r\n\r\n');
  ask();
  await once(socket, 'data');
  const { letters } = site.store;
  const stopped = site.stop();
  await letters.importAll([imported({ title: 'Meanwhile' })], 0);
  ask();
  expect(Buffer.concat(await socket.toArray()).toString()).toContain('Meanwhile');
  await stopped;
});

// The second is not known to the fast path yet, which ends a response without waiting for its reader.
test.each(['/sitemap.xml', '/sitemap.xml?again'])(
  'stopping lets an answer to %s be delivered',
  async (path) => {
    const site = await createTestSite();
    // Ids that make the sitemap more than a connection takes at once, so that the rest waits for its reader.
    const long = (_: unknown, at: number) => imported({ id: `${'x'.repeat(10_000)}${at}` });
    await site.store.letters.importAll(Array.from({ length: 600 }, long), 0);
    await (await site.fetch('/sitemap.xml')).text();
    const socket = connectTo(site);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'readable');
    const stopped = site.stop();
    await setTimeout(300);
    const answer = Buffer.concat(await socket.toArray()).toString();
    await stopped;
    expect(answer.slice(-20)).toMatch(/<\/urlset>\n$/);
  },
);

test('stopping does not wait for cards: such requests get the neutral one', async () => {
  const site = await createTestSite();
  const titles = ['One', 'Two', 'Three', 'Four'];
  const letters = await Promise.all(titles.map((title) => site.send({ title })));
  const asked = letters.map(({ id }) => site.fetch(`/letter/${id}/card.png`));
  // Later callers have been answered.
  await site.fetch('/robots.txt');
  await site.stop();
  const answers = await Promise.all(asked);
  for (const { headers } of answers) expect(headers.get('Content-Type')).toBe('image/png');
  expect(answers.at(-1)?.headers.get('Cache-Control')).toBe('private, no-store');
});
