import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rawCall } from '#test/clients/raw-call.ts';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { SERVER_OPTIONS } from '../site-server.ts';
import { prebuildResponse } from './prebuilt-response.ts';

const NEEDS = { ...SERVER_OPTIONS, now: Date.now };
const BODY = Buffer.from('words '.repeat(300));
const HEADERS = ['content-length', String(BODY.byteLength), 'etag', '"x"'];
/** Comes last on a connection, so that the server ends it. */
const LAST = 'GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';

function listen(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer(SERVER_OPTIONS, (incoming, outgoing) => {
    if (incoming.url === '/last') outgoing.end('the last');
    else answer(incoming, outgoing);
  });
  return listenOnFreePort(server);
}

test.each([
  ['HTTP/1.1', 'GET', 200, [], BODY],
  ['HTTP/1.1', 'HEAD', 200, [], null],
  ['HTTP/1.1', 'GET', 304, [], null],
  ['HTTP/1.1', 'GET', 200, ['Expect: 100-continue'], BODY],
  ['HTTP/1.1', 'GET', 200, ['Connection: close'], BODY],
  ['HTTP/1.0', 'GET', 200, ['Connection: keep-alive'], BODY],
  ['HTTP/1.0', 'GET', 304, ['Connection: keep-alive'], null],
  ['HTTP/1.0', 'GET', 200, [], BODY],
  ['HTTP/1.1', 'GET', 200, [], Buffer.alloc(100_000)],
])('is what Node would send: %s %s, %i, %o', async (version, method, status, lines, body) => {
  const headers = status === 304 ? ['etag', '"x"'] : ['content-length', `${body?.byteLength ?? 9}`];
  const ready = prebuildResponse(status, headers, body, NEEDS);
  const counted: number[] = [];
  const port = await listen((incoming, outgoing) => {
    if (incoming.url === '/node') outgoing.writeHead(status, headers).end(body);
    else counted.push(ready.send(incoming, outgoing));
  });
  const ask = async (path: string) => {
    const asked = `${[`${method} ${path} ${version}`, 'Host: h', ...lines].join('\r\n')}\r\n\r\n`;
    const said = await rawCall(`http://127.0.0.1:${port}`, asked + LAST);
    return said.replaceAll(/\r\nDate: .*/g, '');
  };
  const said = await ask('/ready');
  expect(said).toBe(await ask('/node'));
  const own = said
    .replace(/^HTTP.1.1 100.*?\r\n\r\n/s, '')
    .replace(/HTTP\S* 200 OK\r\nCon.*$/s, '');
  expect(counted).toEqual([own.length + '\r\nDate: Sat, 01 Jan 2050 00:00:00 GMT'.length]);
});

test('has the date of the second in which it is sent', async () => {
  let time = Date.UTC(2026, 10, 20, 18, 45, 0, 999);
  const ready = prebuildResponse(200, HEADERS, BODY, { ...NEEDS, now: () => time });
  const port = await listen((incoming, outgoing) => {
    ready.send(incoming, outgoing);
    time += 1;
  });
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  for (const second of ['00', '01', '01']) {
    socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(answer).toContain(`\r\nDate: Fri, 20 Nov 2026 18:45:${second} GMT\r\n`);
  }
});

test('waits for a slow reader, and so does the next request on the connection', async () => {
  const body = Buffer.alloc(30_000, 'x');
  const ready = prebuildResponse(200, ['content-length', '30000'], body, NEEDS);
  let sent = 0;
  let closed = 0;
  let isFull = false;
  const handled: (() => void)[] = [];
  const port = await listen((incoming, outgoing) => {
    outgoing.once('close', () => {
      closed += 1;
    });
    ready.send(incoming, outgoing);
    sent += 1;
    isFull = incoming.socket.writableLength > 0;
    handled.shift()?.();
  });
  const socket = connect(port, '127.0.0.1').pause();
  while (!isFull) {
    const answered = new Promise<void>((resolve) => handled.push(resolve));
    socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    await answered;
  }
  socket.write(LAST);
  await expect.poll(() => closed).toBe(sent - 1);
  const answers = Buffer.concat(await socket.toArray()).toString('latin1');
  expect(
    answers.match(/HTTP\/1\.1 200 OK\r\ncontent-length: 30000\r\n.*?\r\n\r\nx{30000}(?=H)/gs),
  ).toHaveLength(sent);
  expect(answers).toMatch(/the last$/);
  expect(closed).toBe(sent);
});
