import { describe, expect, test } from 'vitest';
import type { LetterJson } from '#core/letter.ts';
import { createTestSite, letterInput, storedLetters } from '#test/site/create-test-site.ts';
import { imported } from '../../store/contract/engine.ts';

const LETTERS = '/api/portal/letters';

describe('without a session', () => {
  test.each([
    ['GET', LETTERS],
    ['POST', LETTERS],
    ['PUT', `${LETTERS}/x`],
    ['DELETE', `${LETTERS}/x`],
    ['GET', `${LETTERS}/anything/else`],
  ])('%s %s is refused before its body is read', async (method, path) => {
    const site = await createTestSite();
    const { id } = await site.send({ title: 'Safe' });
    for (const cookie of ['', 'letters_session=', `letters_session=${'A'.repeat(43)}`]) {
      const response = await site.fetch(path.replace('/x', `/${id}`), {
        method,
        headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: 'not json' }),
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'session-missing' });
    }
    expect((await storedLetters(site)).map(({ title }) => title)).toEqual(['Safe']);
  });
});

describe('editing', () => {
  test('changes the text, not the position', async () => {
    const site = await createTestSite();
    const letter = await site.send({ date: '2026-01-01' });
    const change = letterInput({ title: 'Changed', date: '2020-01-01', hidden: true });
    const response = await site.asOwner('PUT', `${LETTERS}/${letter.id}`, change);
    expect(response.status).toBe(200);
    expect(response.headers.get('ETag')).toBe('"2"');
    expect(await response.json()).toEqual({
      ...letter,
      title: 'Changed',
      date: '2020-01-01',
      customDate: '2020-01-01',
      hidden: true,
      updatedAt: expect.stringMatching(/Z$/),
      version: 2,
    });
  });

  test('lets a letter keep a signature that would not be accepted today', async () => {
    const site = await createTestSite();
    await site.store.letters.importAll([imported({ id: 'old', signature: 'qwerty' })], 0);
    const put = (signature: string) =>
      site.asOwner('PUT', `${LETTERS}/old`, letterInput({ signature }));
    expect((await put('qwerty')).status).toBe(200);
    expect((await put('asdf')).status).toBe(422);
  });

  test('is refused if somebody else has changed the letter', async () => {
    const site = await createTestSite();
    const { id } = await site.send();
    const put = (title: string, version: string) =>
      site.asOwner('PUT', `${LETTERS}/${id}`, letterInput({ title }), { 'If-Match': version });
    expect((await put('First', '"1"')).status).toBe(200);
    const late = await put('Second', '"1"');
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: 'letter-changed' });
    expect(await storedLetters(site)).toMatchObject([{ title: 'First', version: 2 }]);
    expect((await put('Third', '*')).status).toBe(200);
    // Tags that match no version, and then invalid ones.
    for (const version of ['"0"', '""', '"one"', 'W/"3"']) {
      const response = await put('Fourth', version);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: 'letter-changed' });
    }
    for (const version of ['3', '"3', 'w/"3"', '"1", "3"']) {
      const response = await put('Fourth', version);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'version-unreadable' });
    }
    expect(await storedLetters(site)).toMatchObject([{ title: 'Third' }]);
  });
});

test.each(['AAAAAAAAAAAAAAAAAAAAAA', 'a%2Fb', '%00', '%E0%A4%A', 'x'.repeat(129), "'--"])(
  'a letter %s cannot be read, changed or deleted',
  async (id) => {
    const site = await createTestSite();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'GET' ? undefined : letterInput();
      const response = await site.asOwner(method, `${LETTERS}/${id}`, body);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'letter-missing' });
    }
  },
);

test('a letter is returned in its current version, hidden or not, and never cached', async () => {
  const site = await createTestSite();
  const letter = await site.send({ title: 'Between us', hidden: true });
  const response = await site.asOwner('GET', `${LETTERS}/${letter.id}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('ETag')).toBe('"1"');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(await response.json()).toEqual(letter);
});

test.each(['identity', 'br'])(
  'the ETag of a letter that everyone may read (%s) names its version',
  async (encoding) => {
    const site = await createTestSite();
    const { id } = await site.send({ content: 'Many words. '.repeat(200) });
    const read = await site.fetch(`/api/letters/${id}`, {
      headers: { 'Accept-Encoding': encoding },
    });
    expect(read.headers.get('Content-Encoding') ?? 'identity').toBe(encoding);
    const headers = { 'If-Match': read.headers.get('ETag') ?? '' };
    const put = () => site.asOwner('PUT', `${LETTERS}/${id}`, letterInput(), headers);
    expect((await put()).status).toBe(200);
    expect((await put()).status).toBe(409);
  },
);

test('deleting works once, and not if somebody has changed the letter since', async () => {
  const site = await createTestSite();
  const { id } = await site.send();
  await site.asOwner('PUT', `${LETTERS}/${id}`, letterInput());
  const remove = (version: string) =>
    site.asOwner('DELETE', `${LETTERS}/${id}`, undefined, { 'If-Match': version });
  const late = await remove('"1"');
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ code: 'letter-changed' });
  expect((await remove('"one"')).status).toBe(409);
  expect((await remove('2')).status).toBe(400);
  expect(await storedLetters(site)).toMatchObject([{ version: 2 }]);
  expect((await remove('"2"')).status).toBe(204);
  expect((await site.asOwner('DELETE', `${LETTERS}/${id}`)).status).toBe(404);
  expect(await storedLetters(site)).toEqual([]);
});

test('the list has every letter, newest first, page by page, and can be searched', async () => {
  const site = await createTestSite();
  for (const [title, date, hidden] of [
    ['Older', '2025-01-01', false],
    ['Newest', '2026-01-01', true],
    ['Old', '2024-01-01', true],
  ] as const) {
    await site.send({ title, date, hidden });
  }
  const list = async (query: string) => {
    const response = await site.asOwner('GET', `${LETTERS}?${query}`);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { letters, next } = (await response.json()) as { letters: LetterJson[]; next: string };
    return { titles: letters.map(({ title }) => title), next };
  };
  expect(await list('')).toEqual({ titles: ['Newest', 'Older', 'Old'], next: null });
  const first = await list('limit=2');
  expect(first.titles).toEqual(['Newest', 'Older']);
  expect(await list(`limit=2&after=${first.next}`)).toEqual({ titles: ['Old'], next: null });
  expect((await list('q=%20older%20')).titles).toEqual(['Older']);
  expect((await list('q=')).titles).toHaveLength(3);
  expect((await list('q=%25')).titles).toEqual([]);
});

test('the list is compressed, since it has all that the letters say', async () => {
  const site = await createTestSite();
  const content = 'So it goes. '.repeat(200);
  await site.send({ content });
  const response = await site.asOwner('GET', LETTERS);
  expect(response.headers.get('Content-Encoding')).toBe('gzip');
  expect(await response.json()).toMatchObject({ letters: [{ content }] });
});

test('a search finds the typed phrase, or, if no letter has it, letters with each of its words', async () => {
  const site = await createTestSite();
  for (const title of ['The sea at noon', 'Sea and mother', 'Mother, sea', 'My mother at sea']) {
    await site.send({ title });
  }
  const find = async (words: string, page = '') => {
    const answer = await site.asOwner('GET', `${LETTERS}?q=${encodeURIComponent(words)}${page}`);
    const { letters, next } = (await answer.json()) as { letters: LetterJson[]; next: string };
    return { titles: letters.map(({ title }) => title), next };
  };
  expect((await find('mother at')).titles).toEqual(['My mother at sea']);
  const each = ['My mother at sea', 'Mother, sea', 'Sea and mother'];
  expect((await find(' sea  mother ')).titles).toEqual(each);
  expect((await find('sea mother moon')).titles).toEqual([]);

  const first = await find('sea mother', '&limit=2');
  expect(first.titles).toEqual(each.slice(0, 2));
  const rest = await find('sea mother', `&limit=2&after=${first.next}`);
  expect(rest).toEqual({ titles: each.slice(2), next: null });
  // After the last letter that has it as typed there is nothing, not something else.
  const [{ position } = {}] = (await site.store.letters.listAll({ limit: 9, search: ['at sea'] }))
    .items;
  expect((await find('at sea')).titles).toEqual(['My mother at sea']);
  expect((await find('at sea', `&after=${position}`)).titles).toEqual([]);
});

test.each([
  ['limit=0', 'limit-unreadable'],
  ['limit=x', 'limit-unreadable'],
  ['after=x', 'cursor-unreadable'],
])('the list refuses %s', async (query, code) => {
  const site = await createTestSite();
  const response = await site.asOwner('GET', `${LETTERS}?${query}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code });
});

test('a store that cannot be reached loses nothing, and is reported', async () => {
  const site = await createTestSite();
  await site.unlock();
  const { id } = await site.send({ title: 'Kept' });
  site.database('ALTER TABLE letters RENAME TO lost');
  for (const [method, path] of [
    ['GET', LETTERS],
    ['POST', LETTERS],
    ['PUT', `${LETTERS}/${id}`],
    ['DELETE', `${LETTERS}/${id}`],
  ] as const) {
    const body = method === 'POST' || method === 'PUT' ? letterInput() : undefined;
    const response = await site.asOwner(method, path, body);
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'store-unreadable' });
    expect(text).not.toMatch(/table|sqlite/i);
  }
  expect(site.complaints).toHaveLength(4);
  expect(site.complaints[0]?.cause).toMatchObject({ cause: { message: 'no such table: letters' } });
  site.database('ALTER TABLE lost RENAME TO letters');
  expect((await storedLetters(site)).map(({ title }) => title)).toEqual(['Kept']);
});

test('other methods are refused, and the allowed ones named', async () => {
  const site = await createTestSite();
  const list = await site.asOwner('PUT', LETTERS, {});
  expect([list.status, list.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  const one = await site.asOwner('POST', `${LETTERS}/x`, {});
  expect([one.status, one.headers.get('Allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE']);
  expect((await site.asOwner('GET', '/api/portal/other')).status).toBe(404);
});
