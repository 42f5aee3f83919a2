import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTestSite, MAIN_PASSWORD } from '#test/create-test-site.ts';
import { OwnerFacingError } from './core/errors.ts';
import { localUrl } from './start-site.ts';

test('a port in use is named in one line, and nothing is started', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const start = createTestSite({ PORT: String(port) });
  await expect(start).rejects.toThrow(OwnerFacingError);
  await expect(start).rejects.toThrow(new RegExp(`^Port ${port} is in use, [^\\n]*PORT=3001\\.$`));
});

test.each(['192.0.2.1', 'fe80::1'])(
  'the address %s, which is not of this machine, is named',
  async (host) => {
    const start = createTestSite({ HOST: host });
    await expect(start).rejects.toThrow(`This machine has no address ${host}. `);
    await expect(start).rejects.toThrow(OwnerFacingError);
  },
);

test('without a SITE_URL the site is where it listens', async () => {
  const site = await createTestSite();
  expect(site.url).toBe(`http://localhost:${new URL(site.address).port}`);
});

test('and names no port where browsers do not: on 80, no page would be one of this site', () => {
  expect(localUrl(80)).toBe('http://localhost');
  expect(localUrl(3000)).toBe('http://localhost:3000');
});

test('the first start makes passwords when none are given, and only the first', async () => {
  const none = { MAIN_PASSWORD: '', ALTERNATIVE_PASSWORD: '' };
  const site = await createTestSite(none);
  const made = site.madePasswords;
  expect(await site.unlock(made?.mainPassword)).toMatch(/^letters_session=/);
  expect(await site.unlock(made?.alternativePassword)).toMatch(/^letters_session=/);
  const again = await createTestSite(none, { beside: site });
  expect(again.madePasswords).toBeNull();
  expect(await again.unlock(made?.mainPassword)).toMatch(/^letters_session=/);
});

test('stopping lets a request finish that has begun', async () => {
  const site = await createTestSite();
  const { port } = new URL(site.address);
  const body = JSON.stringify({ password: MAIN_PASSWORD });
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    'POST /api/session HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n' +
      `Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  // By now the request is being answered: it waits for its body.
  await once(socket, 'data');
  const stopped = site.stop();
  socket.write(body);
  const answer = Buffer.concat(await socket.toArray()).toString();
  await stopped;
  expect(answer).toMatch(/^HTTP\/1\.1 204 /);
});

test('stopping lets an answer arrive that is still on its way', async () => {
  const site = await createTestSite();
  const content = 'x'.repeat(199_000);
  // More than the connection takes at once, so that the rest waits for its reader.
  for (let day = 1; day <= 30; day += 1) {
    await site.send({ content, date: `2026-01-${String(day).padStart(2, '0')}` });
  }
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1');
  const cookie = await site.unlock();
  const path = '/api/portal/letters?limit=30';
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
  );
  await once(socket, 'readable');
  const stopped = site.stop();
  await setTimeout(300);
  const answer = Buffer.concat(await socket.toArray()).toString();
  await stopped;
  expect(answer).toMatch(/"next":null\}\s*$/);
});

test('stopping waits for no card: whoever has asked for one gets the neutral one', async () => {
  const site = await createTestSite();
  const titles = ['One', 'Two', 'Three', 'Four'];
  const letters = await Promise.all(titles.map((title) => site.send({ title })));
  const asked = letters.map(({ id }) => site.fetch(`/letter/${id}/card.png`));
  // Whoever comes after them has been answered.
  await site.fetch('/robots.txt');
  await site.stop();
  const answers = await Promise.all(asked);
  for (const { headers } of answers) expect(headers.get('Content-Type')).toBe('image/png');
  expect(answers.at(-1)?.headers.get('Cache-Control')).toBe('private, no-store');
});
