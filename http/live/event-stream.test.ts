import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { rawCall } from '#test/clients/raw-call.ts';
import { createTestSite } from '#test/site/create-test-site.ts';
import type { SiteEnv } from '../site-env.ts';
import { eventStreams, HEARTBEAT } from './event-stream.ts';

afterEach(() => vi.useRealTimers());

const call = (line: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test('a stream requested behind another pending answer is refused, and nothing stays open', async () => {
  const site = await createTestSite();
  const answer = await rawCall(site.address, call('GET /') + call('GET /api/live'));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.match(/"code":"stream-not-alone"/g)).toHaveLength(1);
  expect(answer).not.toContain('text/event-stream');
});

test('pipelined streams open only one, and a CONNECT behind them ends it', async () => {
  const site = await createTestSite();
  const streams = call('GET /api/live').repeat(2);
  const answer = await rawCall(site.address, `${streams}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(answer.match(/text\/event-stream/g) ?? []).not.toHaveLength(2);
  // Anything left open would hold this up, or have no line in the log.
  await site.stop();
  expect(site.requests().map(({ route }) => route)).toEqual(Array(2).fill('/api/live'));
});

test('a connection with a CONNECT does not keep the site from stopping', async () => {
  const site = await createTestSite();
  expect(await rawCall(site.address, call('CONNECT a:1'))).toBe('');
  await site.stop();
});

/** An answer on a connection that accepts data only when `take` is called. */
function answerOn(take: (text: string, taken: () => void) => void) {
  const write = (bytes: Buffer, _: string, taken: () => void) => take(String(bytes), taken);
  const socket = new Duplex({ read() {}, write }) as Socket;
  const outgoing = new ServerResponse(new IncomingMessage(socket));
  outgoing.assignSocket(socket);
  return { socket, outgoing };
}

/** Opens a stream on an answer. @param chance from 0 up to 1 */
async function openOn(outgoing: ServerResponse, { chance = 0, closed = () => {} } = {}) {
  const openStream = eventStreams({ securityHeaders: {}, random: () => chance });
  const routes = new Hono<SiteEnv>().get('/', (c) => openStream(c, () => closed));
  await routes.request('/', {}, { outgoing });
}

test('a stream that has ended gets no more heartbeats while its reader is slow', async () => {
  vi.useFakeTimers();
  // Nobody ever reads.
  const { socket, outgoing } = answerOn(() => {});
  const wrong = vi.fn();
  outgoing.on('error', wrong);
  await openOn(outgoing);
  outgoing.end();
  const waiting = socket.writableLength;
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await nextTurn();
  expect(wrong).not.toHaveBeenCalled();
  expect(socket.writableLength).toBe(waiting);
  socket.destroy();
});

test.each([
  [0, 2000],
  [0.5, 3500],
])('readers reconnect after a random time: %d', async (chance, retry) => {
  vi.useFakeTimers();
  let said = '';
  const { socket, outgoing } = answerOn((text, taken) => {
    said += text;
    taken();
  });
  await openOn(outgoing, { chance });
  expect(said).toContain(`retry: ${retry}\n`);
  socket.destroy();
});

test('the clean-up after a stream runs when the stream closes', async () => {
  const { socket, outgoing } = answerOn(() => {});
  const closed = vi.fn();
  await openOn(outgoing, { closed });
  await nextTurn();
  expect(closed).not.toHaveBeenCalled();
  socket.destroy();
  await nextTurn();
  expect(closed).toHaveBeenCalledOnce();
});

test('the clean-up after a stream runs at once if the stream has closed already', async () => {
  const { socket, outgoing } = answerOn(() => {});
  outgoing.destroy();
  const closed = vi.fn();
  await openOn(outgoing, { closed });
  expect(closed).toHaveBeenCalledOnce();
  socket.destroy();
});

test('a closed stream has no heartbeat, and the last one to close ends the timer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { socket, outgoing } = answerOn(() => {});
  await openOn(outgoing);
  expect(vi.getTimerCount()).toBe(1);
  socket.destroy();
  await nextTurn();
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['1.0', '1.1'])('uses the framing of HTTP/%s', async (version) => {
  const site = await createTestSite();
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (more) => {
    text += more;
  });
  socket.write(`GET /api/live HTTP/${version}\r\nHost: localhost\r\n\r\n`);
  while (!text.includes('id: 0')) await once(socket, 'data');
  await site.send({ title: 'Across' });
  while (!text.includes('Across')) await once(socket, 'data');
  await site.stop();
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  const [opening = '', event = ''] =
    body.match(/(?:^|(?<=\n))(?:retry|id): .+(?:\n.+)*\n\n/g) ?? [];
  const chunk = (words: string) => `${words.length.toString(16)}\r\n${words}\r\n`;
  expect([opening, event]).toEqual([
    expect.stringMatching(/^retry: \d{4}\nid: 0\n\n$/),
    expect.stringMatching(/^id: 1\nevent: shown\ndata: .*\n\n$/),
  ]);
  const inPieces = (words: string) => (version === '1.0' ? words : chunk(words));
  const end = version === '1.0' ? '' : '0\r\n\r\n';
  // A heartbeat may come between any two.
  const told = body.replaceAll(inPieces(String(HEARTBEAT.plain)), '');
  expect(told).toBe(inPieces(opening) + inPieces(event) + end);
});
