import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rawCall } from '#test/clients/raw-call.ts';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { createTestSite } from '#test/site/create-test-site.ts';
import { SERVER_OPTIONS } from '../site-server.ts';
import { type CachedResponse, createCachedResponse } from './cached-response.ts';
import { createFastPath, type FastPath, withFastPath } from './fast-path.ts';
import { createResponseCache } from './response-cache.ts';

const NEEDS = { ...SERVER_OPTIONS, securityHeaders: {}, now: Date.now };

function request(target: string, lines: string[], method = 'GET'): string {
  const head = [`${method} ${target} HTTP/1.1`, ...lines, 'Connection: close'];
  return `${head.join('\r\n')}\r\n\r\n`;
}

const HOST = 'Host: localhost';
/** Ends a connection that would otherwise stay open. */
const END = request('/healthz', [HOST]);
const KNOWN = 'If-None-Match:';
/** Requests that the fast path answers, headers first. `ETAG` is that of the page in brotli. */
const PLAIN: [headers: string[], method?: string][] = [
  [[HOST]],
  [[HOST, 'Accept-Encoding: gzip, deflate, br']],
  [[HOST, 'accept-encoding: br;q=0', 'Accept-Encoding: gzip']],
  [[HOST, 'Accept-Encoding: br'], 'HEAD'],
  [[HOST, `${KNOWN} *`]],
  [[HOST, 'Accept-Encoding: br', `${KNOWN} "x"`, `${KNOWN} W/ETAG`]],
  [[HOST, 'Accept-Encoding: br', `${KNOWN} "x", W/"y"`]],
  [[HOST, 'Accept-Encoding: br', `${KNOWN} ETAG`], 'HEAD'],
  [[HOST, 'Range: bytes=0-9', 'If-Modified-Since: Sat, 01 Jan 2050 00:00:00 GMT']],
  [['host: evil.example.org:81']],
  [[HOST, 'Origin: https://evil.example.org', 'Sec-Fetch-Site: cross-site']],
];
/** Requests that it leaves to the app. */
const ODD: typeof PLAIN = [[['Host: me@localhost']], [[]], [[HOST, HOST]], [[HOST], 'POST']];

test('gives the same answer as the app, byte for byte', async () => {
  const site = await createTestSite({ SITE_URL: 'https://letters.example.org' });
  await site.send({ title: 'For all', content: 'Many words. '.repeat(300) });
  const home = await (await site.fetch('/')).text();
  const asset = /\/assets\/[\w.-]+\.js/.exec(home)?.[0] ?? '';
  const plain = ['/?utm=x', '/api/letters', asset];
  for (const target of [...plain, 'http://evil.example.org/']) {
    const accept = { headers: { 'Accept-Encoding': 'br' } };
    const etag =
      (await site.fetch(target.replace(/^http.*/, '/'), accept)).headers.get('ETag') ?? '';
    for (const one of [...PLAIN, ...ODD]) {
      const [headers, method = 'GET'] = one;
      const lines = headers.map((line) => line.replace('ETAG', etag));
      const last = request(target, lines, method);
      // Whether or not the connection stays open afterwards.
      for (const asked of [last, last.replace('Connection: close\r\n', '') + END]) {
        const ask = async (bytes: string) =>
          (await rawCall(site.address, bytes)).replaceAll(/\r\nDate: .*/g, '');
        // With a body, even an empty one, the app answers a request; and this makes every encoding.
        const answered = await ask(asked.replace('\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n'));
        const before = site.answeredFast();
        expect(await ask(asked), asked).toBe(answered);
        const fastPath = plain.includes(target) && PLAIN.includes(one) ? 1 : 0;
        expect(site.answeredFast() - before, asked).toBe(fastPath);
      }
    }
  }
  expect(site.complaints).toEqual([]);
});

describe('the fast path', () => {
  const page = () =>
    createCachedResponse(new TextEncoder().encode('words '.repeat(300)), {
      'content-type': 'text/html',
    });

  async function listen(fastPath: FastPath) {
    const server = createServer(SERVER_OPTIONS, (incoming, outgoing) => {
      if (!fastPath.answer(incoming, outgoing)) outgoing.end('left to others');
    });
    const port = await listenOnFreePort(server);
    return (bytes: string) => rawCall(`http://127.0.0.1:${port}`, bytes);
  }

  test('answers a plain request for a target that it has learned', async () => {
    const fastPath = createFastPath({ ...NEEDS, securityHeaders: { 'x-frame-options': 'DENY' } });
    const call = await listen(fastPath);
    const home = request('/', ['Host: h']);
    expect(await call(home)).toMatch(/left to others$/);
    const kept = page();
    fastPath.learn('/', () => kept);
    expect(await call(home)).toMatch(/x-frame-options: DENY\r\n.*words $/s);
    expect(await call(home.replace('GET', 'HEAD'))).toMatch(/content-length: 1800\r\n/);
    fastPath.forget();
    expect(await call(home)).toMatch(/left to others$/);
  });

  test('leaves a request to the app until the response is compressed', async () => {
    const fastPath = createFastPath(NEEDS);
    const call = await listen(fastPath);
    const kept = page();
    kept.bodies.set('br', new Promise(() => {}));
    fastPath.learn('/', () => kept);
    expect(await call(request('/', ['Host: h', 'Accept-Encoding: br']))).toMatch(/left to others$/);
    expect(await call(request('/', ['Host: h']))).toMatch(/words $/);
  });

  test.each([
    ['GET', {}],
    ['HEAD', {}],
    ['GET', { 'If-None-Match': '*' }],
  ])('reports the number of bytes on the wire: %s %o', async (method, headers) => {
    const fastPath = createFastPath(NEEDS);
    const kept = page();
    fastPath.learn('/', () => kept);
    const said: number[] = [];
    const server = createServer((incoming, outgoing) => {
      said.push(fastPath.answer(incoming, outgoing));
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const port = await listenOnFreePort(server);
    /** How many bytes the connection has received by then. */
    const ask = async (Connection: 'keep-alive' | 'close') => {
      const asked = get({ port, method, headers: { ...headers, Connection }, agent });
      const [answer] = await once(asked, 'response');
      await once(answer.resume(), 'close');
      return asked.socket?.bytesRead ?? Number.NaN;
    };
    const first = await ask('keep-alive');
    const twice = await ask('keep-alive');
    const last = (await ask('close')) - twice;
    expect(twice).toBe(2 * first);
    expect(said).toEqual([first, first, last]);
    expect(last).not.toBe(first);
  });

  test.each([
    ['another target', request('/x', ['Host: h'])],
    ['a whole address', request('http://h/', ['Host: h'])],
    ['another method', request('/', ['Host: h'], 'DELETE')],
    ['a body', `${request('/', ['Host: h', 'Content-Length: 1'])}x`],
    ['a body in pieces', `${request('/', ['Host: h', 'Transfer-Encoding: chunked'])}0\r\n\r\n`],
    ['no host', request('/', [])],
    ['two hosts', request('/', ['Host: h', 'HOST: h'])],
    ['an invalid host', request('/', ['Host: a b'])],
    ['an encoding that is not ready yet', request('/', ['Host: h', 'Accept-Encoding: br'])],
  ])('leaves a request with %s to the app', async (_, bytes) => {
    const fastPath = createFastPath(NEEDS);
    const kept = page();
    fastPath.learn('/', () => kept);
    expect(await (await listen(fastPath))(bytes)).toMatch(/left to others$/);
  });

  describe('for cached responses', () => {
    /** With room for two pages. */
    async function taught() {
      const fastPath = createFastPath(NEEDS);
      const cache = withFastPath(fastPath, createResponseCache({ limitBytes: 18_000 }));
      const made: string[] = [];
      const visit = async (path: string) => {
        const headers = { 'content-type': 'text/html', 'cache-control': 'public' };
        await cache.respond(new Request(`http://h${path}`), path, async () => {
          made.push(path);
          return new Response('words '.repeat(300), { headers });
        });
      };
      const call = await listen(fastPath);
      return { cache, made, visit, ask: (path: string) => call(request(path, ['Host: h'])) };
    }

    test('counts as use, so that other pages do not displace one that is requested', async () => {
      const { made, visit, ask } = await taught();
      await visit('/');
      for (const other of ['/a', '/b', '/c', '/d']) {
        expect(await ask('/')).toMatch(/words $/);
        await visit(other);
      }
      expect(made).toEqual(['/', '/a', '/b', '/c', '/d']);
    });

    test('stops answering when the page is evicted, and keeps no reference to it', async () => {
      const { cache, visit, ask } = await taught();
      await visit('/');
      expect(await ask('/')).toMatch(/words $/);
      const held = new WeakRef(cache.find('/') as CachedResponse);
      for (const other of ['/a', '/b', '/c', '/d']) await visit(other);
      expect(await ask('/')).toMatch(/left to others$/);
      setFlagsFromString('--expose-gc');
      runInNewContext('gc')();
      expect(held.deref()).toBeUndefined();
    });
  });

  test('waits for its turn behind an answer in progress', async () => {
    const fastPath = createFastPath(NEEDS);
    const kept = page();
    fastPath.learn('/', () => kept);
    const call = await listen(fastPath);
    const first = 'GET /x HTTP/1.1\r\nHost: h\r\n\r\n';
    const answers = await call(first + request('/', ['Host: h']));
    expect(answers).toMatch(/left to others.*left to others$/s);
  });

  test('forgets targets when too many are learned, and learns no long ones', async () => {
    const fastPath = createFastPath(NEEDS);
    const call = await listen(fastPath);
    const kept = page();
    const long = `/?${'x'.repeat(300)}`;
    for (const target of ['/', long]) fastPath.learn(target, () => kept);
    expect(await call(request(long, ['Host: h']))).toMatch(/left to others$/);
    for (let at = 0; at < 5000; at += 1) fastPath.learn(`/?${at}`, () => kept);
    expect(await call(request('/', ['Host: h']))).toMatch(/left to others$/);
    expect(await call(request('/?4999', ['Host: h']))).toMatch(/words $/);
  });
});
