import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { listenOnFreePort } from '#test/listen-on-free-port.ts';
import { createCachedResponse } from './cache/cached-response.ts';
import { createFastPath } from './cache/fast-path.ts';
import { createSiteServer, SERVER_OPTIONS } from './site-server.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';

function serverOf(listener: RequestListener) {
  const securityHeaders = {};
  const fastPath = createFastPath({ ...SERVER_OPTIONS, securityHeaders, now: Date.now });
  const kept = createCachedResponse(Buffer.from('a page'), {});
  fastPath.learn('/', () => kept);
  const app = Promise.resolve(listener);
  return createSiteServer({ fastPath, securityHeaders, requestLog: null, app });
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
