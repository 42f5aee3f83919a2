import { expect, test } from 'vitest';
import { rawCall } from '#test/clients/raw-call.ts';
import { createTestSite } from '#test/site/create-test-site.ts';

const HOST = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['no request at all', 'hello\r\n\r\n', 400, 'request-unreadable'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request-unreadable'],
  ['a backslash', `GET /a\\b HTTP/1.1\r\n${HOST}\r\n`, 400, 'request-unreadable'],
  ['two lengths', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
  ['many', `GET / HTTP/1.1\r\n${HOST}${'x: y\r\n'.repeat(100)}\r\n`, 431, 'headers-too-large'],
  ['much', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${HOST}\r\n`, 431, 'headers-too-large'],
])(
  '%s is refused with the usual headers and a problem',
  async (_, bytes, status, code = 'request-unreadable') => {
    const site = await createTestSite();
    const answer = await rawCall(site.address, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nContent-Security-Policy: default-src 'none';/i);
    expect(answer).toMatch(/\r\nContent-Type: application\/problem\+json\r\n/i);
    expect(answer).toMatch(new RegExp(`"status":${status},"code":"${code}"}$`));
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(site.complaints).toEqual([]);
  },
);

test('an unknown Expect header is ignored', async () => {
  const site = await createTestSite();
  const call = `GET /healthz HTTP/1.1\r\n${HOST}Expect: a miracle\r\n\r\n`;
  expect(await rawCall(site.address, call)).toMatch(/^HTTP\/1\.1 200 .*alive\n$/s);
});

test('an invalid request does not write into an answer that has begun', async () => {
  const site = await createTestSite();
  const call = 'GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answer = await rawCall(site.address, `${call}hello\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
  const begun = await rawCall(site.address, call, 'hello\r\n\r\n');
  expect(begun).toMatch(/^HTTP\/1\.1 200 /);
  expect(begun.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('a pipelined request gets no 100 Continue between the head and body of an earlier answer', async () => {
  const site = await createTestSite();
  const calls = [
    'GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /sitemap.xml HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n',
  ];
  const answer = await rawCall(site.address, calls.join(''));
  expect(answer).toMatch(/\r\n\r\nUser-agent: .*\r\n\r\n<\?xml /s);
  expect(answer).not.toContain('100 Continue');
});

test('requests behind the first one too many on a connection are not carried out either', async () => {
  const site = await createTestSite();
  const cookie = await site.unlock();
  const letters = await Promise.all(Array.from({ length: 3 }, () => site.send()));
  const calls = letters.map(
    ({ id }) =>
      `DELETE /api/portal/letters/${id} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${site.url}\r\nCookie: ${cookie}\r\n\r\n`,
  );
  expect(await rawCall(site.address, calls.join(''))).toBe('');
  const { status } = await site.asOwner('DELETE', `/api/portal/letters/${letters.at(-1)?.id}`);
  expect(status).toBe(204);
});

test('a connection with too many pending requests is closed, and its pages are not made', async () => {
  const site = await createTestSite();
  const calls = (count: number) =>
    `${'GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count - 1)}GET /x HTTP/1.1\r\n${HOST}\r\n`;
  const few = await rawCall(site.address, calls(2));
  expect(few.match(/HTTP\/1\.1 404 /g)).toHaveLength(2);
  expect(await rawCall(site.address, calls(500))).toBe('');
  expect(site.renders()).toBeLessThanOrEqual(4);
  expect((await site.fetch('/')).status).toBe(200);
  await site.stop();
  // The rest of it is not even logged.
  expect(site.requests().length).toBeLessThanOrEqual(2 + 3 + 1);
});

test('requests do not pile up in memory behind a stream', async () => {
  const site = await createTestSite();
  const call = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  // Ends only because the connection is closed: the stream would not.
  const answer = await rawCall(site.address, call('/api/live'), call('/x').repeat(2));
  expect(answer).toMatch(/text\/event-stream/i);
  expect(answer).not.toContain('404');
});

test.each(['GET /api/live', 'POST /nowhere'])(
  'the body of %s does not stay in memory while a stream is open',
  async (line) => {
    const site = await createTestSite();
    const call = (line: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n`;
    const body = `Content-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`;
    const stream = line === 'GET /api/live' ? '' : `${call('GET /api/live')}\r\n`;
    // As the connection is closed for the last request, what is before that has been read.
    const more = `${call('GET /x')}\r\n`.repeat(stream ? 1 : 2);
    const answer = await rawCall(site.address, `${stream}${call(line)}${body}${more}`);
    expect(answer).not.toContain('404');
  },
);
