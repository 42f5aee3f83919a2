import { describe, expect, test } from 'vitest';
import type { LetterJson } from '#core/letter.ts';
import { createTestSite, letterInput, OWNER, type TestSite } from '#test/create-test-site.ts';

const LETTERS = '/api/portal/letters';

async function stored(site: TestSite): Promise<LetterJson[]> {
  const response = await site.asOwner('GET', `${LETTERS}?limit=100`);
  return ((await response.json()) as { letters: LetterJson[] }).letters;
}

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
    expect((await stored(site)).map(({ title }) => title)).toEqual(['Safe']);
  });
});

describe('sending', () => {
  test('answers with the letter, its link and its version', async () => {
    const site = await createTestSite();
    const input = letterInput({
      title: ' A <b>title</b> ',
      content: 'One\r\ntwo\n\n  three',
      date: '2020-02-29',
      signature: 'Joan',
      hidden: true,
    });
    const response = await site.asOwner('POST', LETTERS, input);
    expect(response.status).toBe(201);
    expect(response.headers.get('ETag')).toBe('"1"');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const letter = (await response.json()) as LetterJson;
    expect(response.headers.get('Location')).toBe(`/letter/${letter.id}`);
    expect(letter).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      title: ' A <b>title</b> ',
      date: '2020-02-29',
      customDate: '2020-02-29',
      content: 'One\ntwo\n\n  three',
      signature: 'Joan',
      hidden: true,
      createdAt: '2020-02-29T00:00:00.000Z',
      version: 1,
    });
    expect(await stored(site)).toEqual([letter]);
  });

  test('fills in what is left out', async () => {
    const site = await createTestSite();
    const letter = await site.send({ signature: ' ', date: '', hidden: null });
    expect(letter).toMatchObject({ signature: OWNER, hidden: false });
    expect(letter.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  const long = (length: number) => 'é'.repeat(length);
  test.each([
    ['an empty title', { title: '' }, { title: 'Please fill in title and content fields' }],
    ['a blank title', { title: ' \n ' }, { title: 'Please fill in title and content fields' }],
    ['no title', { title: undefined }, { title: 'Please fill in title and content fields' }],
    ['a title of the wrong type', { title: 7 }, { title: expect.any(String) }],
    ['a long title', { title: long(301) }, { title: expect.stringContaining('300') }],
    ['a title of 10 MB', { title: long(5_000_000) }, { title: expect.stringContaining('300') }],
    ['NUL in a title', { title: 'a\u0000b' }, { title: expect.stringContaining('control') }],
    [
      'a lone surrogate in a title',
      { title: '\ud83d' },
      { title: expect.stringContaining('half') },
    ],
    ['empty content', { content: '' }, { content: 'Please fill in title and content fields' }],
    ['content of the wrong type', { content: ['x'] }, { content: expect.any(String) }],
    ['long content', { content: long(200_001) }, { content: expect.stringContaining('200,000') }],
    [
      'content of 10 MB',
      { content: 'x'.repeat(10_000_000) },
      { content: expect.stringContaining('200,000') },
    ],
    ['NUL in content', { content: 'a\u0000b' }, { content: expect.stringContaining('control') }],
    [
      'a lone surrogate in content',
      { content: 'a\udc00b' },
      { content: expect.stringContaining('half') },
    ],
    [
      'a signature that is no name',
      { signature: 'qwerty' },
      { signature: 'Signature is not right.' },
    ],
    ['a signature of the wrong type', { signature: {} }, { signature: expect.any(String) }],
    [
      'a signature of 10 MB',
      { signature: 'x'.repeat(10_000_000) },
      { signature: expect.stringContaining('300') },
    ],
    ['a date that is none', { date: '2026-02-30' }, { date: expect.any(String) }],
    ['a date of the wrong type', { date: 20260220 }, { date: expect.any(String) }],
    ['hidden of the wrong type', { hidden: 'yes' }, { hidden: expect.any(String) }],
  ])('refuses %s, names the field and keeps nothing', async (_, difference, fields) => {
    const site = await createTestSite();
    const sent = await site.send({ title: 'Before' });
    for (const [method, path] of [
      ['POST', LETTERS],
      ['PUT', `${LETTERS}/${sent.id}`],
    ] as const) {
      const response = await site.asOwner(method, path, letterInput(difference));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'letter-invalid', fields });
    }
    expect(await stored(site)).toEqual([sent]);
  });

  test.each([[null], [[]], ['text'], [7]])('refuses %j, which is no letter', async (body) => {
    const site = await createTestSite();
    const response = await site.asOwner('POST', LETTERS, body);
    expect(response.status).toBe(422);
    expect(await stored(site)).toEqual([]);
  });

  test('refuses what is not JSON, not said to be, or too large, and keeps nothing', async () => {
    const site = await createTestSite();
    const Cookie = await site.unlock();
    const post = async (body: BodyInit, type: string | null) => {
      const response = await site.fetch(LETTERS, {
        method: 'POST',
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          Cookie,
          ...(type === null ? {} : { 'Content-Type': type }),
        },
        body,
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      } as RequestInit);
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    const json = JSON.stringify(letterInput());
    expect(await post('{"title":', 'application/json')).toEqual([400, 'body-not-json']);
    expect(await post('', 'application/json')).toEqual([400, 'body-not-json']);
    const latin1 = Buffer.from('{"title":"\xe9","content":"x"}', 'latin1');
    expect(await post(latin1, 'application/json')).toEqual([400, 'body-not-json']);
    expect(await post(json, 'text/plain')).toEqual([415, 'body-not-declared-json']);
    expect(await post(json, 'application/jsonp')).toEqual([415, 'body-not-declared-json']);
    expect(await post(Buffer.from(json), null)).toEqual([415, 'body-not-declared-json']);
    const huge = Buffer.alloc(17 * 1024 * 1024, 'x');
    expect(await post(huge, 'application/json')).toEqual([413, 'body-too-large']);
    // Sent in chunks, a body does not say how long it is.
    expect(await post(new Blob([huge]).stream(), 'application/json')).toEqual([
      413,
      'body-too-large',
    ]);
    expect(await stored(site)).toEqual([]);
    expect(await post(json, 'Application/JSON; charset=utf-8')).toEqual([201, undefined]);
  });
});

describe('a retry', () => {
  const key = { 'Idempotency-Key': 'attempt-1' };
  const post = (site: TestSite, difference = {}, headers: Record<string, string> = key) =>
    site.asOwner('POST', LETTERS, letterInput(difference), headers);

  test('finds the first letter, even on another day, and makes no second', async () => {
    const site = await createTestSite();
    const first = await (await post(site)).json();
    site.wait(20 * 60_000);
    const retry = await post(site);
    expect(retry.status).toBe(201);
    expect(await retry.json()).toEqual(first);
    expect(await stored(site)).toHaveLength(1);
  });

  test('at the same time makes one letter', async () => {
    const site = await createTestSite();
    await site.unlock();
    const answers = await Promise.all([post(site), post(site), post(site)]);
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as LetterJson).id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await stored(site)).toHaveLength(1);
  });

  test('under another key is another letter', async () => {
    const site = await createTestSite();
    await post(site);
    await post(site, {}, { 'Idempotency-Key': 'attempt-2' });
    await post(site, {}, {});
    expect(await stored(site)).toHaveLength(3);
  });

  test('with another text is refused', async () => {
    const site = await createTestSite();
    await post(site);
    const response = await post(site, { content: 'Other words.' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'key-reused' });
    expect(await stored(site)).toHaveLength(1);
  });

  test('of a letter that was deleted since does not bring it back', async () => {
    const site = await createTestSite();
    const { id } = (await (await post(site)).json()) as LetterJson;
    await site.asOwner('DELETE', `${LETTERS}/${id}`);
    const response = await post(site);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'letter-deleted' });
    expect(await stored(site)).toEqual([]);
  });

  test.each(['two words', 'x'.repeat(201)])('has a readable key, not %j', async (value) => {
    const site = await createTestSite();
    const response = await post(site, {}, { 'Idempotency-Key': value });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'key-unreadable' });
    expect(await stored(site)).toEqual([]);
  });
});

describe('editing', () => {
  test('changes the text, not the place', async () => {
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

  test('lets a letter keep a signature that would not be accepted anew', async () => {
    const site = await createTestSite();
    const letter = { ...letterInput(), date: null, signature: 'qwerty', hidden: false };
    await site.store.letters.importAll(
      [
        {
          ...letter,
          id: 'old',
          title: 'T',
          content: 'C',
          createdAt: 0,
          updatedAt: null,
          origin: null,
        },
      ],
      0,
    );
    const put = (signature: string) =>
      site.asOwner('PUT', `${LETTERS}/old`, letterInput({ signature }));
    expect((await put('qwerty')).status).toBe(200);
    expect((await put('asdf')).status).toBe(422);
  });

  test('is refused when someone else was first', async () => {
    const site = await createTestSite();
    const { id } = await site.send();
    const put = (title: string, version: string) =>
      site.asOwner('PUT', `${LETTERS}/${id}`, letterInput({ title }), { 'If-Match': version });
    expect((await put('First', '"1"')).status).toBe(200);
    const late = await put('Second', '"1"');
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: 'letter-changed' });
    expect(await stored(site)).toMatchObject([{ title: 'First', version: 2 }]);
    expect((await put('Third', '*')).status).toBe(200);
    for (const version of ['1', 'W/"1"', '"one"', '"1", "2"']) {
      const response = await put('Fourth', version);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'version-unreadable' });
    }
    expect(await stored(site)).toMatchObject([{ title: 'Third' }]);
  });
});

test.each(['AAAAAAAAAAAAAAAAAAAAAA', 'a%2Fb', '%00', '%E0%A4%A', 'x'.repeat(129), "'--"])(
  'there is no letter %s to change or delete',
  async (id) => {
    const site = await createTestSite();
    for (const method of ['PUT', 'DELETE']) {
      const response = await site.asOwner(method, `${LETTERS}/${id}`, letterInput());
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'letter-missing' });
    }
  },
);

test('deleting happens once', async () => {
  const site = await createTestSite();
  const { id } = await site.send();
  expect((await site.asOwner('DELETE', `${LETTERS}/${id}`)).status).toBe(204);
  expect((await site.asOwner('DELETE', `${LETTERS}/${id}`)).status).toBe(404);
  expect(await stored(site)).toEqual([]);
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

test.each([
  ['limit=0', 'limit-unreadable'],
  ['limit=101', 'limit-unreadable'],
  ['limit=x', 'limit-unreadable'],
  ['after=x', 'cursor-unreadable'],
])('the list refuses %s', async (query, code) => {
  const site = await createTestSite();
  const response = await site.asOwner('GET', `${LETTERS}?${query}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code });
});

test('a store that cannot be reached loses nothing and is said to be so', async () => {
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
  expect(String(site.complaints[0]?.cause)).toContain('no such table');
  site.database('ALTER TABLE lost RENAME TO letters');
  expect((await stored(site)).map(({ title }) => title)).toEqual(['Kept']);
});

test('what is there is asked with its own methods', async () => {
  const site = await createTestSite();
  const list = await site.asOwner('PUT', LETTERS, {});
  expect([list.status, list.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  const one = await site.asOwner('GET', `${LETTERS}/x`);
  expect([one.status, one.headers.get('Allow')]).toEqual([405, 'PUT, DELETE']);
  expect((await site.asOwner('GET', '/api/portal/other')).status).toBe(404);
});
