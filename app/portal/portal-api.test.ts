import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenOnFreePort } from '#test/servers/listen-on-free-port.ts';
import { createTestSite } from '#test/site/create-test-site.ts';
import { onLocked } from './access/lock-events.ts';
import { listDrafts } from './drafts/drafts-api.ts';
import { deleteLetter, listLetters, readLetter, sendLetter, updateLetter } from './letters-api.ts';
import { isLocked, isRefusal, lock, unlock } from './portal-api.ts';

const LETTER = {
  title: 'Half way',
  date: '2026-01-01',
  content: 'Words',
  signature: 'Mara',
  hidden: false,
};

/** From now on requests go to this address. */
function callAt(address: string, headers: Record<string, string> = {}) {
  const overTheNetwork = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    overTheNetwork(address + path, { ...init, headers: { ...init.headers, ...headers } }),
  );
}

/** @returns called with each announcement that the portal is locked */
function listenForLocks() {
  const heard = vi.fn();
  onTestFinished(onLocked(heard));
  return heard;
}

test('gives up on a response that stops halfway', async () => {
  const begun = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.write('{"id":');
    begun.resolve();
  });
  const port = await listenOnFreePort(server);
  callAt(`http://127.0.0.1:${port}`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    server.closeAllConnections();
  });

  const sent = sendLetter(LETTER, 'a key').then(
    () => 'sent',
    (error) => isRefusal(error, 'offline'),
  );
  await begun.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await sent).toBe(true);
});

test.each([
  [{ code: 'credentials-missing', title: 'Other words' }, 'Authentication failed'],
  [{ code: 'origin-foreign', detail: 'Open it elsewhere.' }, 'Open it elsewhere.'],
  // A server may be newer than the page.
  [{ code: 'new-to-us', title: 'Words for it' }, 'Words for it'],
  [{}, 'The server answered 403.'],
  [null, 'The server answered 403.'],
])('chooses its words for a refusal by its code: %o', async (problem, words) => {
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 403 }));
  await expect(unlock('a password')).rejects.toThrow(words);
});

test.each([
  ['7', 7],
  ['0', null],
  ['Fri, 20 Nov 2026 07:28:00 GMT', null],
  [null, null],
])('reads Retry-After: %s as %s', async (said, retryAfter) => {
  const headers: HeadersInit = said === null ? {} : { 'Retry-After': said };
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 429, headers }));
  await expect(unlock('a password')).rejects.toMatchObject({ retryAfter });
});

const ID = 'a'.repeat(22);

test.each([
  ['sending a letter', () => sendLetter(LETTER, 'a key')],
  ['updating a letter', () => updateLetter({ id: ID, version: 1 }, LETTER)],
  ['deleting a letter', () => deleteLetter({ id: ID, version: 1 })],
  ['reading a letter', () => readLetter(ID)],
  ['listing letters', () => listLetters({ limit: 1, sought: '' })],
  ['listing drafts', () => listDrafts()],
])('%s announces the lock if the session has ended', async (_what, ask) => {
  const site = await createTestSite();
  callAt(site.address, { 'Sec-Fetch-Site': 'same-origin' });
  const heard = listenForLocks();
  await expect(ask()).rejects.toSatisfy(isLocked);
  expect(heard).toHaveBeenCalledOnce();
});

test('a request that is refused after the portal was unlocked anew is repeated, and locks nothing', async () => {
  const refusal = Promise.withResolvers<Response>();
  const answers = [
    refusal.promise,
    new Response(null, { status: 204 }),
    Response.json({ letters: [], next: null }),
  ];
  vi.stubGlobal('fetch', async () => answers.shift());
  const heard = listenForLocks();
  const listed = listLetters({ limit: 1, sought: '' });
  await unlock('a password');
  refusal.resolve(Response.json({ code: 'session-missing' }, { status: 401 }));
  await expect(listed).resolves.toEqual({ letters: [], next: null });
  expect(heard).not.toHaveBeenCalled();
});

test('a request that is refused after this page has locked the portal itself announces nothing', async () => {
  const refusal = Promise.withResolvers<Response>();
  const answers = [refusal.promise, new Response(null, { status: 204 })];
  vi.stubGlobal('fetch', async () => answers.shift());
  const heard = listenForLocks();
  const listed = listDrafts();
  lock();
  refusal.resolve(Response.json({ code: 'session-missing' }, { status: 401 }));
  await expect(listed).rejects.toSatisfy(isLocked);
  expect(heard).not.toHaveBeenCalled();
});

test.each([
  ['is ended', null, 0, ['DELETE']],
  ['leaves that of a portal opened meanwhile', 204, 0, []],
  ['is ended, if no other came', 401, 0, ['DELETE']],
  ['is ended, if the other has been ended', 204, 1, ['DELETE', 'DELETE']],
])('a session that comes after its portal was closed %s', async (_what, status, locks, ended) => {
  const late = Promise.withResolvers<Response>();
  const answers = [late.promise, new Response(null, { status: status ?? 204 })];
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'POST') return answers.shift();
    asked.push(method);
    return new Response(null, { status: 204 });
  });
  const first = unlock('a password');
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  if (status !== null) await unlock('a password').catch(() => {});
  for (let nth = 0; nth < locks; nth += 1) lock();
  late.resolve(new Response(null, { status: 204 }));
  const endLate = await first;
  await endLate();
  expect(asked).toEqual(ended);
});

test('the portal is unlocked only once the lock is answered, since that answer clears the cookie, or after 15 seconds', async () => {
  const answer = Promise.withResolvers<Response>();
  const answers = [answer.promise, new Promise<Response>(() => {})];
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    asked.push(method);
    return method === 'DELETE' ? answers.shift() : new Response(null, { status: 204 });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  lock();
  const unlocked = unlock('a password');
  await vi.advanceTimersByTimeAsync(14_999);
  expect(asked).toEqual(['DELETE']);
  answer.resolve(new Response(null, { status: 204 }));
  await unlocked;
  expect(asked).toEqual(['DELETE', 'POST']);

  lock();
  const anew = unlock('a password');
  await vi.advanceTimersByTimeAsync(15_000);
  await anew;
  expect(asked).toEqual(['DELETE', 'POST', 'DELETE', 'POST']);
});

test('a lock that the site does not answer is repeated until it does, or until another session begins', async () => {
  const answers: Record<string, 'none' | number> = { DELETE: 502, POST: 401 };
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { method = '' }: RequestInit) => {
    asked.push(method);
    const answer = answers[method];
    if (answer === 'none') throw new TypeError('no network');
    return new Response(null, { status: answer ?? 204 });
  });
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const askedIn = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return asked.splice(0);
  };
  lock();
  expect(await askedIn(0)).toEqual(['DELETE']);
  expect(await askedIn(10_000)).toEqual(['DELETE', 'DELETE']);

  // A wrong password begins no session that would replace the one which is still open.
  await expect(unlock('a wrong password')).rejects.toThrow();
  expect(await askedIn(5000)).toEqual(['POST', 'DELETE', 'DELETE']);
  answers.DELETE = 204;
  expect(await askedIn(60_000)).toEqual(['DELETE']);

  answers.DELETE = 'none';
  answers.POST = 204;
  lock();
  lock();
  expect(await askedIn(0)).toEqual(['DELETE', 'DELETE']);
  expect(await askedIn(5000)).toEqual(['DELETE']);
  await unlock('a password');
  expect(await askedIn(60_000)).toEqual(['POST']);

  lock();
  expect(await askedIn(0)).toEqual(['DELETE']);
  const anotherPage = new BroadcastChannel('/api/session');
  onTestFinished(() => anotherPage.close());
  anotherPage.postMessage(null);
  await vi.waitFor(async () => expect(await askedIn(5000)).toEqual([]));
  expect(await askedIn(60_000)).toEqual([]);
});
