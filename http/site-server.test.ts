import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { listenOnFreePort } from '#test/listen-on-free-port.ts';
import { createCachedResponse } from './cache/cached-response.ts';
import { createFastPath } from './cache/fast-path.ts';
import { createSiteServer, SERVER_OPTIONS } from './site-server.ts';

test('a request is left unanswered once its connection takes no more answers', async () => {
  const securityHeaders = {};
  const fastPath = createFastPath({ ...SERVER_OPTIONS, securityHeaders, now: Date.now });
  const kept = createCachedResponse(Buffer.from('a page'), {});
  fastPath.learn('/', () => kept);
  const listener = vi.fn();
  const app = Promise.resolve(listener);
  const { server } = createSiteServer({ fastPath, securityHeaders, requestLog: null, app });
  const asked = vi.fn();
  // As after an answer with `Connection: close`, before the client has closed its side.
  server.on('connection', (socket) => socket.end()).prependListener('request', asked);
  const socket = connect({ port: await listenOnFreePort(server), allowHalfOpen: true });
  await once(socket.resume(), 'end');
  socket.end('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await once(socket, 'close');
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(listener).not.toHaveBeenCalled();
});
