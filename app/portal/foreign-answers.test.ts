import { expect, test, vi } from 'vitest';
import { createTestSite } from '#test/site/create-test-site.ts';
import { listDrafts } from './drafts/drafts-api.ts';
import { deleteLetter, listLetters, sendLetter, updateLetter } from './letters-api.ts';
import { isRefusal, isSessionOver, unlock } from './portal-api.ts';

/** Answers that a network gives in place of the site. */

const LETTER = { title: 'A', date: '', content: 'B', signature: '', hidden: false };
const ID = 'a'.repeat(22);

const ok = () => Response.json({ status: 'ok' });
const empty = () => new Response(null, { status: 204 });
const nothing = () => Response.json(null);

test.each([
  ['sending a letter', () => sendLetter(LETTER, 'a key'), [ok, empty, nothing]],
  ['updating a letter', () => updateLetter({ id: ID, version: 1 }, LETTER), [ok, empty, nothing]],
  ['listing letters', () => listLetters({ limit: 1, sought: '' }), [ok, empty, nothing]],
  ['listing drafts', () => listDrafts(), [ok, empty, nothing]],
  ['deleting a letter', () => deleteLetter({ id: ID, version: 1 }), [ok, nothing]],
  ['a login', () => unlock('a password'), [ok, nothing]],
])(
  '%s has no answer where a network gave one in place of the site',
  async (_what, ask, answers) => {
    for (const answer of answers) {
      vi.stubGlobal('fetch', async () => answer());
      await expect(ask()).rejects.toSatisfy((error) => isRefusal(error, 'offline'));
    }
  },
);

test('a proxy that asks for a password of its own does not end the session, and the site does', async () => {
  for (const type of ['text/html', 'application/json']) {
    const headers = { 'Content-Type': type };
    vi.stubGlobal('fetch', async () => new Response(null, { status: 401, headers }));
    expect(await isSessionOver(), type).toBe(false);
  }
  vi.unstubAllGlobals();
  const { address } = await createTestSite();
  const overTheNetwork = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => overTheNetwork(address + path, init));
  expect(await isSessionOver()).toBe(true);
});

test('what a server in front of the site finds too large was surely not saved', async () => {
  const tooLarge = new Response('<h1>Request Entity Too Large</h1>', { status: 413 });
  vi.stubGlobal('fetch', async () => tooLarge);
  await expect(sendLetter(LETTER, 'a key')).rejects.toSatisfy((error) =>
    isRefusal(error, 'body-too-large'),
  );
});

test('a letter of which a gateway says by a code of its own that no answer came may have been saved', async () => {
  const tooLate = Response.json({ code: 504, message: 'Gateway Timeout' }, { status: 504 });
  vi.stubGlobal('fetch', async () => tooLate);
  await expect(sendLetter(LETTER, 'a key')).rejects.toSatisfy((error) =>
    isRefusal(error, 'unexpected'),
  );
});
