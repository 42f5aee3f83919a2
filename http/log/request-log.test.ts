import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rawCall } from '#test/clients/raw-call.ts';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { createTestSite, MAIN_PASSWORD, type TestSite } from '#test/site/create-test-site.ts';
import { prebuildResponse } from '../cache/prebuilt-response.ts';
import { SERVER_OPTIONS } from '../site-server.ts';
import { createRequestLog } from './request-log.ts';

const FIELDS = ['time', 'method', 'route', 'status', 'ms', 'bytes'];

/** The lines of this many requests, once they are there. */
async function linesOf(site: TestSite, count: number): Promise<Record<string, unknown>[]> {
  return vi.waitFor(() => {
    expect(site.requests()).toHaveLength(count);
    return site.requests();
  }, 20_000);
}

test('a request is one line: time, method, route, status, duration and bytes', async () => {
  const site = await createTestSite();
  const before = Date.now();
  const body = await (await site.fetch('/api/letters?limit=5')).text();
  const [line = {}] = await linesOf(site, 1);
  expect(Object.keys(line)).toEqual(FIELDS);
  expect(line).toMatchObject({ method: 'GET', route: '/api/letters', status: 200 });
  expect(new Date(String(line.time)).getTime()).toBeGreaterThanOrEqual(before);
  expect(line.ms).toBeGreaterThanOrEqual(0);
  expect(line.bytes).toBeGreaterThan(body.length);
});

test('collected lines are written when the process exits, and a stopped site leaves no listener behind', async () => {
  const before = process.listeners('exit');
  const site = await createTestSite();
  const [writeTheRest] = process.listeners('exit').filter((one) => !before.includes(one));
  // The lines are still being gathered.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await rawCall(
    site.address,
    'GET /robots.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect(site.requests()).toEqual([]);
  writeTheRest?.call(process, 1);
  expect(site.requests()).toMatchObject([{ route: '/robots.txt' }]);
  vi.useRealTimers();
  await site.stop();
  expect(process.listeners('exit')).toEqual(before);
});

test('contains nothing of a letter, a reader, a password or an address', async () => {
  const site = await createTestSite();
  const words = { title: 'Canarytitle', content: 'Canarycontent', hidden: true };
  const letter = await site.send(words);
  const { id } = letter;
  const cookie = await site.unlock();
  await site.update(letter);
  await site.asOwner('GET', '/api/portal/letters?q=Canaryquery');
  await site.call('POST', '/api/session', { password: 'Canarypassword' });
  const headers = { 'User-Agent': 'Canaryagent', 'X-Forwarded-For': '192.0.2.77', Cookie: cookie };
  for (const path of [
    `/letter/${id}`,
    `/letter/${id}/card.png`,
    `/api/letters/${id}`,
    `/lettre/${id}`,
    `/Canarypath?Canaryquery=1`,
    `/?after=Canarycursor`,
  ]) {
    await (await site.fetch(path, { headers })).text();
  }
  await site.fetch('/', { method: 'PROPFIND' });
  await site.delete(letter);
  await linesOf(site, 14);
  const log = site.requestLog();
  for (const secret of [id, 'anary', MAIN_PASSWORD, cookie.split('=')[1] ?? '', '192.0.2.77']) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toContain('127.0.0.1');
  expect(site.requests().map(({ method, route, status }) => [method, route, status])).toEqual(
    expect.arrayContaining([
      ['GET', '/letter/:id', 200],
      ['GET', '*', 404],
      ['OTHER', '/', 403],
      ['POST', '/api/session', 401],
      ['DELETE', '/api/portal/letters/:id', 204],
    ]),
  );
});

test('a stream is logged when it ends, with all bytes that were sent', async () => {
  const site = await createTestSite();
  const events = await site.events();
  await site.send();
  await events.next();
  // Logging in, and sending.
  const earlier = 2;
  await linesOf(site, earlier);
  expect(site.requests().map(({ route }) => route)).not.toContain('/api/live');
  await events.close();
  const lines = await linesOf(site, earlier + 1);
  expect(lines.at(-1)).toMatchObject({ method: 'GET', route: '/api/live', status: 200 });
  expect(lines.at(-1)?.bytes).toBeGreaterThan(500);
});

test('a client that disconnects before the answer is logged with status 499', async () => {
  const site = await createTestSite();
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1');
  socket.write(
    'POST /api/session HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n' +
      'Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
  );
  await once(socket, 'data');
  socket.destroy();
  expect(await linesOf(site, 1)).toMatchObject([{ route: '/api/session', status: 499 }]);
});

test('a prebuilt response that is not fully received yet is logged with its status and bytes', async () => {
  let lines = '';
  const write = (more: string) => {
    lines += more;
  };
  const log = createRequestLog({ write, now: Date.now });
  const ready = prebuildResponse(200, ['content-length', '5'], Buffer.from('words'), {
    ...SERVER_OPTIONS,
    now: Date.now,
  });
  const server = createServer(SERVER_OPTIONS, (incoming, outgoing) => {
    log.watch(incoming, outgoing, ready.send(incoming, outgoing));
  });
  const socket = connect(await listenOnFreePort(server), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  await expect.poll(() => lines).not.toBe('');
  expect(JSON.parse(lines)).toMatchObject({ status: 200, bytes: answer.byteLength });
});

test('responses on one connection are counted separately', async () => {
  const site = await createTestSite();
  const ask = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';
  const answers = await rawCall(site.address, `${ask}\r\n${ask}Connection: close\r\n\r\n`);
  const lines = await linesOf(site, 2);
  const counts = lines.map(({ bytes }) => Number(bytes));
  expect(counts.reduce((sum, bytes) => sum + bytes)).toBe(answers.length);
});

test.each([
  ['text that is not HTTP', 'Canary\r\n\r\n', 400, 'OTHER'],
  ['an invalid target', 'GET /a\\b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n', 400, 'GET'],
  ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'GET'],
  [
    'too many headers',
    `GET / HTTP/1.1\r\nHost: h\r\nX: ${'c'.repeat(20_000)}\r\n\r\n`,
    431,
    'OTHER',
  ],
])('%s is refused with the site’s own headers, and logged', async (_, request, status, method) => {
  const site = await createTestSite();
  const answer = await rawCall(site.address, request);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none';/i);
  expect(answer).toMatch(/\r\ncache-control: no-store/i);
  expect(await linesOf(site, 1)).toMatchObject([{ method, status, bytes: answer.length }]);
  expect(site.requestLog().toLowerCase()).not.toContain('canary');
});

test('an invalid request behind one in progress does not interrupt the answer', async () => {
  const site = await createTestSite();
  const answer = await rawCall(
    site.address,
    'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\nCanary\r\n\r\n',
  );
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  await linesOf(site, 1);
});

test('requests that end within a few milliseconds are written together, each with its own time', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  let time = 0;
  const log = createRequestLog({ write: (lines) => written.push(lines), now: () => time });
  for (time of [1000, 1000, 1003]) log.tellBroken(400, 10);
  expect(written).toEqual([]);
  vi.runAllTimers();
  log.flush();
  expect(written).toHaveLength(1);
  const lines =
    written[0]
      ?.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)) ?? [];
  expect(lines.map((line) => new Date(line.time).getTime())).toEqual([1000, 1000, 1003]);
});

test('the lines of the last requests are written before the site has stopped', async () => {
  const site = await createTestSite();
  // They no longer wait for others.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await (await site.fetch('/healthz')).text();
  expect(site.requests()).toEqual([]);
  await site.stop();
  expect(site.requests()).toHaveLength(1);
});
