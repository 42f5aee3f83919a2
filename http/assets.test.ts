import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { assets } from './assets.ts';
import { createFastPath } from './cache/fast-path.ts';
import type { SiteEnv } from './site-env.ts';
import { SERVER_OPTIONS } from './site-server.ts';

const fastPath = createFastPath({ ...SERVER_OPTIONS, securityHeaders: {}, now: Date.now });

function built() {
  const parent = temporaryFolder();
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  const client = join(parent, 'client');
  mkdirSync(join(client, 'assets'), { recursive: true });
  const script = 'let words = 1;'.repeat(100);
  writeFileSync(join(client, 'assets/app-1.js'), script);
  writeFileSync(join(client, 'assets/app-1.js.br'), 'brotli');
  writeFileSync(join(client, 'assets/app-1.js.gz'), 'gzip');
  writeFileSync(join(client, 'assets/type-1.woff2'), Buffer.alloc(2000));
  writeFileSync(join(client, 'favicon.svg'), '<svg/>');
  writeFileSync(join(client, 'sw.js'), script);
  writeFileSync(join(client, '.DS_Store'), 'names of files');
  const app = new Hono<SiteEnv>()
    .use(assets(client, fastPath))
    .all('*', (c) => c.text('a page', 404));
  const ask = (path: string, init?: RequestInit) => app.request(path, init);
  return { client, script, ask };
}

describe('the files of the pages', () => {
  test('are cached for a year if their name depends on their content, otherwise for an hour, except for the worker', async () => {
    const { ask, script } = built();
    const named = await ask('/assets/app-1.js');
    expect(await named.text()).toBe(script);
    expect(named.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(named.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    // Opened by itself it can request nothing; a worker has its own policy and must.
    expect(named.headers.get('Content-Security-Policy')).not.toContain("'self'");
    const worker = await ask('/sw.js');
    expect(worker.headers.get('Cache-Control')).toBe('no-cache');
    expect(worker.headers.get('Content-Security-Policy')).toBeNull();
    const icon = await ask('/favicon.svg?v=1');
    expect(icon.headers.get('Content-Type')).toMatch(/^image\/svg\+xml/);
    expect(icon.headers.get('Cache-Control')).toBe('public, max-age=3600');
  });

  test('are sent as the build compressed them, to clients that accept it', async () => {
    const { ask, script } = built();
    const text = async (accept: string) => {
      const headers = { 'Accept-Encoding': accept };
      const response = await ask('/assets/app-1.js', { headers });
      return [response.headers.get('Content-Encoding'), await response.text()];
    };
    expect(await text('gzip, br')).toEqual(['br', 'brotli']);
    expect(await text('gzip;q=0.5, deflate')).toEqual(['gzip', 'gzip']);
    expect(await text('br;q=0, gzip;q=0.0')).toEqual([null, script]);
    const headers = { 'Accept-Encoding': 'br' };
    const font = await ask('/assets/type-1.woff2', { headers });
    expect(font.headers.get('Content-Encoding')).toBeNull();
    expect((await font.arrayBuffer()).byteLength).toBe(2000);
  });

  test('are not sent again to clients that have them', async () => {
    const { ask } = built();
    const etag = (await ask('/favicon.svg')).headers.get('ETag') ?? '';
    const again = await ask('/favicon.svg', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });

  test.each([
    '/assets/app-1.js.br',
    '/assets',
    '/assets/',
    '/assets/nothing.js',
    '/assets/APP-1.js',
    '/elsewhere/app-1.js',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/favicon.svg/',
    '/FAVICON.svg',
    '/.DS_Store',
  ])('are the only files served: %s is not found', async (path) => {
    const response = await built().ask(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('a page');
  });

  test('can only be read', async () => {
    expect((await built().ask('/favicon.svg', { method: 'POST' })).status).toBe(404);
  });

  test('are found when a later build adds some, because another instance may serve its pages', async () => {
    const { ask, client } = built();
    writeFileSync(join(client, 'assets/app-2.js'), 'later');
    writeFileSync(join(client, 'later.svg'), '<svg/>');
    const later = await ask('/assets/app-2.js');
    expect(await later.text()).toBe('later');
    expect(later.headers.get('Cache-Control')).toContain('immutable');
    expect((await ask('/later.svg')).status).toBe(404);
  });
});
