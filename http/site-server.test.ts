import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { createTestSite } from '#test/site/create-test-site.ts';
import { createCachedResponse } from './cache/cached-response.ts';
import { createFastPath } from './cache/fast-path.ts';
import { createSiteServer, SERVER_OPTIONS } from './site-server.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';

function serverOf(listener: RequestListener, { behindProxy = false } = {}) {
  const securityHeaders = {};
  const fastPath = createFastPath({ ...SERVER_OPTIONS, securityHeaders, now: Date.now });
  const kept = createCachedResponse(Buffer.from('a page'), {});
  fastPath.learn('/', () => kept);
  const app = Promise.resolve(listener);
  return createSiteServer({ fastPath, securityHeaders, requestLog: null, behindProxy, app });
}

test('a request is left unanswered once its connection takes no more answers', async () => {
  const listener = vi.fn();
  const { server } = serverOf(listener);
  const asked = vi.fn();
  // As after an answer with `Connection: close`, before the client has closed its side.
  server.on('connection', (socket) => socket.end()).prependListener('request', asked);
  const socket = connect({ port: await listenOnFreePort(server), allowHalfOpen: true });
  await once(socket.resume(), 'end');
  socket.end(REQUEST);
  await once(socket, 'close');
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(listener).not.toHaveBeenCalled();
});

test('once the site stops, each connection ends with its next answer', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { server, drain } = serverOf((_, outgoing) => void answered.then(() => outgoing.end()));
  const port = await listenOnFreePort(server);
  const slow = connect(port).resume();
  slow.write(REQUEST.replace('/', '/slow'));
  await once(server, 'request');
  const socket = connect(port).setEncoding('latin1');
  socket.write(REQUEST);
  expect(String(await once(socket, 'data'))).not.toContain('Connection: close');
  const drained = drain();
  socket.write(REQUEST);
  expect(String(await once(socket, 'data'))).toContain('Connection: close');
  await once(socket, 'close');
  answer();
  await drained;
});

/** A server that stops while a connection is idle. */
async function stopWhileIdle(behindProxy: boolean) {
  const { server, drain } = serverOf(() => {}, { behindProxy });
  const socket = connect(await listenOnFreePort(server)).setEncoding('latin1');
  socket.write(REQUEST);
  await once(socket, 'data');
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = once(socket, 'close');
  return { socket, closed, drained: drain() };
}

test('once the site stops, a proxy in front may still send a request on an idle connection', async () => {
  const { socket, closed, drained } = await stopWhileIdle(true);
  // As long as nginx and Caddy keep one, and a little longer.
  await vi.advanceTimersByTimeAsync(5500);
  socket.write(REQUEST);
  expect(String(await once(socket, 'data'))).toContain('Connection: close');
  await Promise.all([closed, drained]);
});

test('once a site stops that trusts a proxy, so may that one', async () => {
  const { address, stop } = await createTestSite({ TRUST_PROXY: '1' });
  const socket = connect(Number(new URL(address).port)).setEncoding('latin1');
  socket.write(REQUEST);
  await once(socket, 'data');
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [closed, stopped] = [once(socket, 'close'), stop()];
  await vi.advanceTimersByTimeAsync(5500);
  socket.write(REQUEST);
  expect(String(await Promise.race([once(socket, 'data'), closed]))).toContain('Connection: close');
  await Promise.all([closed, stopped]);
});

test('once the site stops, it does not wait longer for a proxy that keeps idle connections', async () => {
  const { closed, drained } = await stopWhileIdle(true);
  await vi.advanceTimersByTimeAsync(6100);
  await expect(Promise.all([closed, drained])).resolves.toBeDefined();
});

test('once the site stops, it does not wait for a browser that keeps idle connections', async () => {
  const { closed, drained } = await stopWhileIdle(false);
  await vi.advanceTimersByTimeAsync(100);
  await expect(Promise.all([closed, drained])).resolves.toBeDefined();
});

test('once the site stops, a connection whose answer has not begun ends with it', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { server, drain } = serverOf(
    (_, outgoing) => void answered.then(() => outgoing.end('late')),
    { behindProxy: true },
  );
  const socket = connect(await listenOnFreePort(server)).setEncoding('latin1');
  socket.write(REQUEST.replace('/', '/slow'));
  await once(server, 'request');
  const drained = drain();
  answer();
  expect(String(await once(socket, 'data'))).toContain('Connection: close');
  await drained;
});
