import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { readEvents } from '#test/clients/event-reader.ts';
import { rawCall } from '#test/clients/raw-call.ts';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { createTestSite, type TestSite } from '#test/site/create-test-site.ts';
import { madeUpChanges } from '#test/stores/made-up-changes.ts';
import { createHub } from '../../live/hub.ts';
import { eventStreams } from './event-stream.ts';
import { liveStreamRoutes } from './live-stream.ts';

test.each(['/api/live', '/api/portal/live'])('HEAD of %s opens no stream', async (path) => {
  const site = await createTestSite();
  const lines = ['Host: localhost', `Cookie: ${await site.unlock()}`, 'Connection: close'];
  const answer = await rawCall(
    site.address,
    `HEAD ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\ncontent-type: text\/event-stream\r\n.*\r\n\r\n$/is);
});

test('announces a letter that is shown, changed, hidden, shown again and deleted', async () => {
  const site = await createTestSite();
  const events = await site.events();
  const letter = await site.send({ title: 'One', date: '2026-11-20' });
  await site.update(letter, { title: 'Two' });
  await site.update(letter, { hidden: true });
  await site.update(letter);
  await site.delete(letter);
  const { id } = letter;
  const position = expect.stringMatching(/^[0-9a-z]{21}$/);
  const shown = (title: string) => ({ id, title, date: '2026-11-20', position });
  expect(await events.next()).toEqual({ id: '1', event: 'shown', data: shown('One') });
  expect(await events.next()).toEqual({ id: '2', event: 'shown', data: shown('Two') });
  expect(await events.next()).toEqual({ id: '3', event: 'withdrawn', data: { id } });
  expect(await events.next()).toEqual({ id: '4', event: 'shown', data: shown('One') });
  expect(await events.next()).toEqual({ id: '5', event: 'withdrawn', data: { id } });
});

test('announces nothing about a letter that was never public', async () => {
  const site = await createTestSite();
  const events = await site.events();
  const secret = await site.send({ hidden: true });
  await site.update(secret, { title: 'Other' });
  await site.delete(secret);
  await site.send({ title: 'Public' });
  expect(await events.next()).toMatchObject({ id: '1', data: { title: 'Public' } });
});

test('announces nothing about a change that was refused', async () => {
  const site = await createTestSite();
  const letter = await site.send({ title: 'One' });
  const events = await site.events();
  const path = `/api/portal/letters/${letter.id}`;
  await site.asOwner('PUT', path, { ...letter, title: '' });
  await site.asOwner('PUT', path, { ...letter, title: 'Late' }, { 'If-Match': '"9"' });
  await site.send({ title: 'Two' });
  expect(await events.next()).toMatchObject({ id: '2', data: { title: 'Two' } });
});

test('announces what another process wrote', async () => {
  const site = await createTestSite();
  const other = await createTestSite({}, { beside: site });
  const events = await site.events();
  const { id } = await other.send({ title: 'From elsewhere' });
  expect(await events.next()).toMatchObject({ event: 'shown', data: { id } });
  expect((await (await site.fetch('/')).text()).includes('From elsewhere')).toBe(true);
});

test('is never cached, and has all the headers that protect a page', async () => {
  const site = await createTestSite();
  const { response, preamble } = await site.events();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(preamble).toMatch(/^retry: (2|3|4|5)\d{3}\nid: 0$/);
});

async function withThree(): Promise<TestSite> {
  const site = await createTestSite();
  for (const title of ['One', 'Two', 'Three']) await site.send({ title });
  return site;
}

test('continues after the change that a page already shows', async () => {
  const site = await withThree();
  const events = await site.events(1);
  expect(await events.next()).toMatchObject({ id: '2', data: { title: 'Two' } });
  expect(await events.next()).toMatchObject({ id: '3', data: { title: 'Three' } });
});

test('continues after the last event that a browser received, whatever its page showed', async () => {
  const site = await withThree();
  const headers = { 'Last-Event-ID': '2' };
  const response = await site.fetch('/api/live?after=0', { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('data:')) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  expect(text).toContain('id: 3\nevent: shown\n');
  expect(text).not.toContain('Two');
});

test.each(['999', 'x', '-1'])(
  'sends reset to a client that names %s, which cannot be known',
  async (after) => {
    const site = await withThree();
    const response = await site.fetch(`/api/live?after=${after}`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('data:')) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    expect(text).toContain('id: 3\nevent: reset\ndata: {}\n\n');
    expect(text).not.toContain('shown');
  },
);

test('sends reset after a restart, which forgets earlier events', async () => {
  const site = await withThree();
  await site.restart();
  expect(await (await site.events(2)).next()).toEqual({ id: '3', event: 'reset', data: {} });
  const current = await site.events(3);
  await site.send({ title: 'Four' });
  expect(await current.next()).toMatchObject({ id: '4', data: { title: 'Four' } });
});

test('ends when the site stops', async () => {
  const site = await createTestSite();
  const events = await site.events();
  await site.stop();
  expect(await events.next()).toBeNull();
});

/** A live stream of changes that the test makes up. */
async function madeUpStream() {
  const changes = madeUpChanges();
  const hub = await createHub(changes.letters);
  const openStream = eventStreams({ securityHeaders: {}, random: Math.random });
  const routes = liveStreamRoutes({ hub, openStream });
  const server = createServer(getRequestListener(routes.fetch));
  onTestFinished(() => server.closeAllConnections());
  const port = await listenOnFreePort(server);
  const shown = (seq: number, title: string) => changes.shown(seq, `a${seq}`, title);
  return { server, port, hub, routes, shown, url: `http://127.0.0.1:${port}/api/live` };
}

test('cuts off a reader who does not read, and continues for the others', async () => {
  const { server, port, shown, url } = await madeUpStream();
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const stuck = connect(port, '127.0.0.1');
  const [connection] = await accepted;
  stuck.write('GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(stuck, 'data');
  stuck.pause();
  const events = await readEvents(await fetch(url));

  // The kernel holds some megabytes for the stuck reader before the site has to.
  for (let seq = 1; seq <= 500; seq += 1) {
    shown(seq, 'x'.repeat(50_000));
    expect((await events.next())?.id).toBe(String(seq));
  }
  expect(connection.destroyed).toBe(true);
  stuck.destroy();
  await events.close();
});

test('sends reset to a client that missed more than fits into its buffer', async () => {
  const { shown, url } = await madeUpStream();
  for (let seq = 1; seq <= 3; seq += 1) shown(seq, 'x'.repeat(30_000));
  const far = await readEvents(await fetch(`${url}?after=0`));
  expect(await far.next()).toEqual({ id: '3', event: 'reset', data: {} });
  const near = await readEvents(await fetch(`${url}?after=1`));
  expect([await near.next(), await near.next()].map((event) => event?.id)).toEqual(['2', '3']);
  shown(4, 'At last');
  expect((await far.next())?.id).toBe('4');
  expect((await near.next())?.id).toBe('4');
  await far.close();
  await near.close();
});

test('does the same for a client that connects while a change is being published', async () => {
  const { hub, shown, url } = await madeUpStream();
  const visible = Promise.withResolvers<void>();
  for (let seq = 1; seq <= 3; seq += 1) shown(seq, 'x'.repeat(30_000));
  hub.onChange(() => visible.promise);
  shown(4, 'At last');
  const reader = await readEvents(await fetch(`${url}?after=0`));
  visible.resolve();
  expect(await reader.next()).toEqual({ id: '4', event: 'reset', data: {} });
  await reader.close();
});

test('cuts off no reader because of many events at once', async () => {
  const { shown, url } = await madeUpStream();
  const events = await readEvents(await fetch(url));
  for (let seq = 1; seq <= 100; seq += 1) shown(seq, 'x'.repeat(1200));
  for (let seq = 1; seq <= 100; seq += 1) expect((await events.next())?.id).toBe(String(seq));
  await events.close();
});

test('cuts off no reader whose connection takes what is unsent within the same turn', async () => {
  const { routes, shown } = await madeUpStream();
  const waiting: (() => void)[] = [];
  const write = (_bytes: Buffer, _: string, taken: () => void) => void waiting.push(taken);
  const socket = new Duplex({ read() {}, write }) as Socket;
  const outgoing = new ServerResponse(new IncomingMessage(socket));
  outgoing.assignSocket(socket);
  await routes.request('/api/live', {}, { outgoing });
  for (const seq of [1, 2]) shown(seq, 'x'.repeat(50_000));
  expect(outgoing.writableLength).toBeGreaterThan(64 * 1024);
  for (let taken = waiting.shift(); taken; taken = waiting.shift()) taken();
  expect(outgoing.writableLength).toBe(0);
  await nextTurn();
  expect(outgoing.destroyed).toBe(false);
  socket.destroy();
});
