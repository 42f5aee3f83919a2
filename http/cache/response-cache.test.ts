import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTestSite, type TestSite } from '#test/site/create-test-site.ts';
import { createCachedResponse, respondFromCache } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The bytes on the wire, which `fetch` would decompress. */
function wire(
  site: TestSite,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const { hostname, port } = new URL(site.address);
  return new Promise((resolve, reject) => {
    const request = { hostname, port, path, headers, method };
    get(request, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, body });
    }).on('error', reject);
  });
}

describe('a cached page', () => {
  test('is sent in an encoding that the reader accepts, with an ETag for each', async () => {
    const site = await createTestSite();
    const { id } = await site.send({ content: 'Many words. '.repeat(500) });
    const path = `/letter/${id}`;
    const [plain, gzip, br] = [
      await wire(site, path),
      await wire(site, path, { 'Accept-Encoding': 'gzip, br;q=0' }),
      await wire(site, path, { 'Accept-Encoding': 'gzip, deflate, br' }),
    ];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(br.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(br.body.length).toBeLessThan(plain.body.length / 3);
    for (const { headers, body } of [plain, gzip, br]) {
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['content-length']).toBe(String(body.length));
      expect(headers.etag).toMatch(/^"[\w-]+"$/);
    }
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(site.renders()).toBe(1);
  });

  test('is not sent again to a reader who has it', async () => {
    const site = await createTestSite();
    await site.send({ title: 'Known' });
    const accept = { 'Accept-Encoding': 'br' };
    const first = await wire(site, '/', accept);
    const etag = String(first.headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await wire(site, '/', { ...accept, 'If-None-Match': known });
      expect(again.status, known).toBe(304);
      expect(again.body).toHaveLength(0);
      const same = ['etag', 'cache-control', 'vary', 'content-security-policy', 'x-frame-options'];
      for (const name of same) expect(again.headers[name], name).toBe(first.headers[name]);
    }
    expect((await wire(site, '/', { 'If-None-Match': etag })).status).toBe(200);
    await site.send();
    const changed = await wire(site, '/', { ...accept, 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('answers HEAD with the same headers and no body', async () => {
    const site = await createTestSite();
    await site.send();
    for (const path of ['/', '/api/letters', '/feed.xml', '/sitemap.xml', '/robots.txt']) {
      const whole = await wire(site, path);
      const head = await wire(site, path, {}, 'HEAD');
      expect(head.body).toHaveLength(0);
      expect(head.status).toBe(200);
      const { date: _, ...headers } = head.headers;
      expect(whole.headers, path).toMatchObject(headers);
      expect(headers['content-length']).toBe(String(whole.body.length));
    }
  });

  test('is compressed only if it is long enough', async () => {
    const site = await createTestSite();
    const { headers } = await wire(site, '/robots.txt', { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

test('what is not cached is compressed for each request, and has no ETag', async () => {
  const site = await createTestSite();
  const { id } = await site.send({ content: 'Many words. '.repeat(500), hidden: true });
  const Cookie = await site.unlock();
  const list = '/api/portal/letters';
  for (const path of [`/letter/${id}`, `/api/letters/${id}`, '/letter/none', '/nothing', list]) {
    const plain = await wire(site, path, { Cookie });
    const br = await wire(site, path, { Cookie, 'Accept-Encoding': 'gzip, deflate, br' });
    expect(plain.headers['content-encoding'], path).toBeUndefined();
    expect(br.headers['content-encoding'], path).toBe('br');
    expect(brotliDecompressSync(br.body), path).toEqual(plain.body);
    expect(br.headers['content-length'], path).toBe(String(br.body.length));
    expect(br.headers.vary, path).toBe('Accept-Encoding');
    expect(br.headers['cache-control'], path).toMatch(/\bno-store$/);
    expect(br.headers.etag, path).toBeUndefined();
    expect(br.status, path).toBe(plain.status);
  }
});

describe('the cache', () => {
  const request = new Request('http://localhost/');
  const kept = (body: string) =>
    new Response(body, { headers: { 'Cache-Control': 'public, no-cache' } });

  test('does not store a response that was begun before a change', async () => {
    const cache = createResponseCache();
    const old = Promise.withResolvers<Response>();
    const before = cache.respond(request, 'key', () => old.promise);
    cache.clear();
    const after = cache.respond(request, 'key', async () => kept('new'));
    expect(await (await after).text()).toBe('new');
    old.resolve(kept('old'));
    expect(await (await before).text()).toBe('old');
    const later = cache.respond(request, 'key', async () => kept('never made'));
    expect(await (await later).text()).toBe('new');
  });

  test('stores no failure, and lets the next request try again', async () => {
    const cache = createResponseCache();
    const failing = () => Promise.reject(new Error('no'));
    const both = [cache.respond(request, 'key', failing), cache.respond(request, 'key', failing)];
    for (const each of both) await expect(each).rejects.toThrow('no');
    const next = await cache.respond(request, 'key', async () => kept('yes'));
    expect(await next.text()).toBe('yes');
  });

  test.each([
    ['private', () => new Response('x', { headers: { 'Cache-Control': 'private, no-store' } })],
    ['without a Cache-Control', () => new Response('x')],
    [
      'not successful',
      () => new Response('x', { status: 404, headers: { 'Cache-Control': 'public' } }),
    ],
  ])('neither stores nor shares a response that is %s', async (_, make) => {
    const cache = createResponseCache();
    let made = 0;
    const produce = async () => {
      made += 1;
      return make();
    };
    const ask = () => cache.respond(request, 'key', produce);
    const answers = await Promise.all([ask(), ask(), ask()]);
    for (const answer of answers) expect(await answer.text()).toBe('x');
    await ask();
    expect(made).toBe(4);
  });

  test('evicts the least recently used responses when it is full', async () => {
    // Room for two of them, with the overhead of keeping them.
    const cache = createResponseCache({ limitBytes: 19_000 });
    const made: string[] = [];
    const ask = (key: string) =>
      cache.respond(request, key, async () => {
        made.push(key);
        return kept('x'.repeat(2000));
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    // What was not used again since it was spared goes next.
    for (const key of ['c', 'a']) await ask(key);
    expect(made.slice(4)).toEqual(['c', 'a']);
    await cache.respond(request, 'huge', async () => kept('x'.repeat(6000)));
    await ask('a');
    expect(made.slice(6)).toEqual([]);
    cache.clear();
    // All of the room is free again.
    for (const key of ['d', 'e', 'd', 'e']) await ask(key);
    expect(made.slice(6)).toEqual(['d', 'e']);
  });

  test('holds no more however often a page was made anew', async () => {
    // Room for two.
    const cache = createResponseCache({ limitBytes: 19_000, renewed: 'a' });
    const ask = (key: string) => cache.respond(request, key, async () => kept('x'.repeat(2000)));
    for (let change = 0; change < 3; change += 1) {
      await ask('a');
      await ask('a');
      await cache.clear();
    }
    for (const key of ['b', 'c', 'd']) await ask(key);
    expect(['a', 'b', 'c', 'd'].filter(cache.has)).toEqual(['c', 'd']);
  });

  test('counts a response once if it is not compressed', async () => {
    const cache = createResponseCache({ limitBytes: 40_000 });
    const made: string[] = [];
    const ask = (key: string) =>
      cache.respond(request, key, async () => {
        made.push(key);
        const headers = { 'Cache-Control': 'public', 'Content-Type': 'image/png' };
        return new Response('x'.repeat(10_000), { headers });
      });
    for (const key of ['a', 'b', 'c', 'a', 'b', 'c']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c']);
  });

  test('counts the overhead, so that many small responses do not fill the memory', async () => {
    const cache = createResponseCache({ limitBytes: 10_000 });
    let made = 0;
    const ask = (key: number) =>
      cache.respond(request, String(key), async () => {
        made += 1;
        return kept('x');
      });
    for (let key = 0; key < 10; key += 1) await ask(key);
    await ask(0);
    expect(made).toBe(11);
  });
});

test('a failed compression is retried for the next request', async () => {
  const bytes = new TextEncoder().encode('Many words. '.repeat(500));
  const kept = createCachedResponse(bytes, { 'content-type': 'text/plain' });
  const asked = new Headers({ 'Accept-Encoding': 'br' });
  kept.bodies.set('identity', Promise.reject(new Error('There is no memory.')));
  await expect(respondFromCache(kept, asked)).rejects.toThrow('no memory');
  kept.bodies.set('identity', bytes);
  const answer = await respondFromCache(kept, asked);
  expect(brotliDecompressSync(new Uint8Array(await answer.arrayBuffer()))).toEqual(
    Buffer.from(bytes),
  );
});
