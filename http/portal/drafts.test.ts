import { expect, test } from 'vitest';
import { MAX_LENGTH } from '#core/letter.ts';
import { ANNA, BELA, DRAFTS, list, ONE, save, TWO, WORDS } from '#test/clients/saved-drafts.ts';
import { createTestSite, storedLetters } from '#test/site/create-test-site.ts';

test('a draft is kept as typed, complete or not, and survives the end of its session and a restart', async () => {
  const site = await createTestSite();
  const editing = { id: 'letter', version: 3 };
  const saved = await save(site, ONE, { editing, key: 'the attempt' });
  expect(saved).toMatchObject({ status: 201, id: ONE, version: expect.any(Number) });
  const kept = {
    ...WORDS,
    editing,
    key: 'the attempt',
    id: ONE,
    savedAt: expect.stringMatching(/^20.*Z$/),
    version: saved.version,
  };
  expect(await list(site)).toEqual([kept]);
  await site.asOwner('DELETE', '/api/session');
  await site.restart();
  site.wait(10 * 24 * 60 * 60 * 1000);
  const cookie = await site.unlock();
  const response = await site.fetch(DRAFTS, { headers: { Cookie: cookie } });
  expect(await response.json()).toEqual({ drafts: [kept] });
});

test('the last saved draft is listed first', async () => {
  const site = await createTestSite();
  const one = await save(site, ONE, { title: 'One' });
  site.wait(1000);
  await save(site, TWO, { title: 'Two' });
  expect((await list(site)).map(({ title }) => title)).toEqual(['Two', 'One']);
  site.wait(1000);
  const again = await save(site, ONE, { title: 'One', turn: 2 }, one.version);
  expect(again.status).toBe(200);
  expect((await list(site)).map(({ title }) => title)).toEqual(['One', 'Two']);
});

test('every letter that can be sent fits into a draft, and what is far longer is refused with a reason', async () => {
  const site = await createTestSite();
  const longest = {
    title: '🎂'.repeat(MAX_LENGTH.title),
    content: '🎂'.repeat(MAX_LENGTH.content),
    signature: '🎂'.repeat(MAX_LENGTH.signature),
  };
  const kept = await save(site, ONE, longest);
  expect(kept.status).toBe(201);
  expect(await list(site)).toMatchObject([longest]);
  const tooLong = await save(site, ONE, { content: 'x'.repeat(1_000_000), turn: 2 }, kept.version);
  expect(tooLong).toMatchObject({ status: 413, code: 'body-too-large' });
  expect(await list(site)).toMatchObject([longest]);
});

test('the list is compressed, since it has all that was written and not sent', async () => {
  const site = await createTestSite();
  const content = 'So it goes. '.repeat(200);
  await save(site, ONE, { content });
  const response = await site.asOwner('GET', DRAFTS);
  expect(response.headers.get('Content-Encoding')).toBe('gzip');
  expect(await response.json()).toMatchObject({ drafts: [{ content }] });
});

test.each([
  ['', {}],
  ['no id', { path: `${DRAFTS}/letter` }],
  ['an id with capitals', { path: `${DRAFTS}/${'A'.repeat(32)}` }],
  ['an unreadable version', { headers: { 'If-Match': '1' } }],
])('%s is refused', async (what, { path = `${DRAFTS}/${ONE}`, headers = {} }: Refused) => {
  const site = await createTestSite();
  const body = what === '' ? { title: 'Words alone' } : { ...WORDS, writer: ANNA, turn: 1 };
  const put = await site.asOwner('PUT', path, body, headers);
  expect(put.status).toBe(what === '' ? 422 : 400);
  if (what !== '')
    expect((await site.asOwner('DELETE', path, undefined, headers)).status).toBe(400);
  expect(await list(site)).toEqual([]);
});

interface Refused {
  path?: string;
  headers?: Record<string, string>;
}

test.each([
  { title: null },
  { content: 7 },
  { hidden: 'yes' },
  { editing: 'letter' },
  { editing: { id: '../x', version: 1 } },
  { editing: { id: 'x', version: 0 } },
  { key: 'x'.repeat(201) },
  { writer: 'me' },
  { turn: 0 },
])('a draft with %j is invalid', async (difference) => {
  const site = await createTestSite();
  const body = { ...WORDS, writer: ANNA, turn: 1, ...difference };
  const response = await site.asOwner('PUT', `${DRAFTS}/${ONE}`, body);
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'draft-invalid' }]);
  expect(await list(site)).toEqual([]);
});

test('nobody can read, write or delete a draft without a session', async () => {
  const site = await createTestSite();
  await save(site, ONE, { title: 'Mine' });
  for (const [method, path] of [
    ['GET', DRAFTS],
    ['PUT', `${DRAFTS}/${ONE}`],
    ['PUT', `${DRAFTS}/${TWO}?lock`],
    ['DELETE', `${DRAFTS}/${ONE}`],
  ] as const) {
    const body = method === 'PUT' ? { ...WORDS, writer: BELA, turn: 1 } : undefined;
    const response = await site.call(method, path, body, { Cookie: '' });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('Mine');
  }
  expect(await list(site)).toMatchObject([{ title: 'Mine' }]);
});

test('a draft appears nowhere else: in no page, list, feed, ETag, event or log', async () => {
  const site = await createTestSite();
  const letter = await site.send({ title: 'Sent' });
  const paths = ['/', '/api/letters', `/api/letters/${letter.id}`, `/letter/${letter.id}`];
  const publicly = async () =>
    Promise.all(
      [...paths, '/feed.xml', '/sitemap.xml'].map(async (path) => {
        const response = await site.fetch(path);
        return [response.headers.get('ETag'), await response.text()];
      }),
    );
  const before = await publicly();
  const events = await site.events();
  const { version } = await save(site, ONE, { title: 'Canary', editing: { ...letter } });
  await save(site, ONE, { title: 'Canary again', turn: 2 }, version);
  site.database(`CREATE TRIGGER full BEFORE INSERT ON records WHEN NEW.kind = 'draft'
    BEGIN SELECT RAISE(ABORT, 'full'); END`);
  const failed = await save(site, ONE, { title: 'Canary', turn: 3 }, version);
  expect(failed).toMatchObject({ status: 503, code: 'store-unreadable' });
  expect(await publicly()).toEqual(before);
  const complaints = JSON.stringify(site.complaints, errors);
  expect(complaints).toContain('full');
  expect(complaints).not.toContain('Canary');
  await site.send({ title: 'The next event' });
  expect(await events.next()).toMatchObject({ event: 'shown', data: { title: 'The next event' } });
  expect(await storedLetters(site)).toHaveLength(2);
});

/** Includes what an error does not serialise by itself. */
function errors(_key: string, value: unknown): unknown {
  return value instanceof Error
    ? { message: value.message, stack: value.stack, cause: value.cause }
    : value;
}

test('other methods are refused, and the allowed ones named', async () => {
  const site = await createTestSite();
  const drafts = await site.asOwner('POST', DRAFTS, {});
  expect([drafts.status, drafts.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  const one = await site.asOwner('GET', `${DRAFTS}/${ONE}`);
  expect([one.status, one.headers.get('Allow')]).toEqual([405, 'PUT, DELETE']);
});
