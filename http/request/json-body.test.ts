import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { rawCall } from '#test/clients/raw-call.ts';
import { createTestSite } from '#test/site/create-test-site.ts';
import { readJsonBody } from './json-body.ts';

test('a client that goes away while it is sending leaves no complaint', async () => {
  const site = await createTestSite();
  const lines = [
    'POST /api/session HTTP/1.1',
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n{`, () => socket.destroy());
  await expect.poll(() => site.requests().length).toBe(1);
  await nextTurn();
  expect(site.complaints).toEqual([]);
});

test('a body that has not ended after 64 MB is refused, and its connection closed', async () => {
  const site = await createTestSite();
  const bytes = 64 * 1024 * 1024 + 1;
  const lines = [
    'POST /api/session HTTP/1.1',
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${bytes.toString(16)}\r\n`);
  const answer = await rawCall(site.address, Buffer.concat([head, Buffer.alloc(bytes, 'x')]));
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test.each([
  ['too long', 20_000, 413],
  ['not too long', 50_000, 400],
])('no piece of a body that is %s is kept in memory while it is read', async (_, bytes, status) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  const chunks: WeakRef<Buffer>[] = [];
  let kept = 0;
  async function* body() {
    for (let nth = 0; nth < 40; nth += 1) {
      const chunk = Buffer.alloc(1000, 'x');
      chunks.push(new WeakRef(chunk));
      yield chunk;
    }
    await nextTurn();
    collectGarbage();
    kept = chunks.filter((chunk) => chunk.deref()).length;
  }
  const headers = { 'content-type': 'application/json' };
  const incoming = Object.assign(Readable.from(body()), { headers }) as unknown as IncomingMessage;
  const read = await readJsonBody(incoming, { bytes, fields: {} });
  expect(read).toMatchObject({ ok: false, response: { status } });
  expect(chunks).toHaveLength(40);
  // The last one may still be on its way.
  expect(kept).toBeLessThan(3);
});
