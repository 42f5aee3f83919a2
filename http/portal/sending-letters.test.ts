import { describe, expect, test } from 'vitest';
import type { LetterJson } from '#core/letter.ts';
import {
  createTestSite,
  letterInput,
  OWNER_NAME,
  storedLetters,
  type TestSite,
} from '#test/site/create-test-site.ts';
import { draft } from '../../store/contract/engine.ts';

const LETTERS = '/api/portal/letters';

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
    expect(await storedLetters(site)).toEqual([letter]);
  });

  test('fills in the defaults', async () => {
    const site = await createTestSite();
    const letter = await site.send({ signature: ' ', date: '', hidden: null });
    expect(letter).toMatchObject({ signature: OWNER_NAME, hidden: false });
    expect(letter.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  const long = (length: number) => 'é'.repeat(length);
  test.each([
    ['an empty title', { title: '' }, { title: 'Please fill in title and content fields' }],
    ['a blank title', { title: ' \n ' }, { title: 'Please fill in title and content fields' }],
    [
      'a title of invisible characters',
      { title: '\u200b\u3164' },
      { title: 'Please fill in title and content fields' },
    ],
    ['a date of the wrong type', { date: 0 }, { date: expect.any(String) }],
    ['a date that is not even text', { date: false }, { date: expect.any(String) }],
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
    ['an invalid date', { date: '2026-02-30' }, { date: expect.any(String) }],
    ['a date of the wrong type', { date: 20260220 }, { date: expect.any(String) }],
    ['hidden of the wrong type', { hidden: 'yes' }, { hidden: expect.any(String) }],
  ])('refuses %s, names the field and stores nothing', async (_, difference, fields) => {
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
    expect(await storedLetters(site)).toEqual([sent]);
  });

  test.each([[null], [[]], ['text'], [7]])('refuses %j, which is not a letter', async (body) => {
    const site = await createTestSite();
    const response = await site.asOwner('POST', LETTERS, body);
    expect(response.status).toBe(422);
    expect(await storedLetters(site)).toEqual([]);
  });

  test('refuses a body that is not JSON, not declared as such, or too large, and stores nothing', async () => {
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
    const declared = 'Application/JSON ; charset=utf-8';
    expect(await post('', declared)).toEqual([400, 'body-not-json']);
    const latin1 = Buffer.from('{"title":"\xe9","content":"x"}', 'latin1');
    expect(await post(latin1, 'application/json')).toEqual([400, 'body-not-json']);
    expect(await post(json, 'text/plain')).toEqual([415, 'body-not-declared-json']);
    expect(await post(json, 'application/jsonp')).toEqual([415, 'body-not-declared-json']);
    expect(await post(Buffer.from(json), null)).toEqual([415, 'body-not-declared-json']);
    const huge = Buffer.alloc(17 * 1024 * 1024, 'x');
    expect(await post(huge, 'application/json')).toEqual([413, 'body-too-large']);
    // A body sent in chunks does not declare its length.
    expect(await post(new Blob([huge]).stream(), 'application/json')).toEqual([
      413,
      'body-too-large',
    ]);
    expect(await storedLetters(site)).toEqual([]);
    expect(await post(json, 'Application/JSON; charset=utf-8')).toEqual([201, undefined]);
  });
});

describe('a retry', () => {
  const key = { 'Idempotency-Key': 'attempt-1' };
  const post = (site: TestSite, difference = {}, headers: Record<string, string> = key) =>
    site.asOwner('POST', LETTERS, letterInput(difference), headers);

  test('finds the first letter, even on another day, and creates no second', async () => {
    const site = await createTestSite();
    const first = await (await post(site)).json();
    site.wait(20 * 60_000);
    const retry = await post(site);
    expect(retry.status).toBe(201);
    expect(await retry.json()).toEqual(first);
    expect(await storedLetters(site)).toHaveLength(1);
  });

  test('finds the letter also if an earlier version of the site stored it', async () => {
    const site = await createTestSite();
    const stored = draft();
    // Of the words below. With another, an owner whose letter was on its way during an upgrade would be refused.
    const digest = '12be29178dc81f7cf6f24459d2a441acbd774c693a64456eebe98ce0ec19eb97';
    await site.store.letters.create(stored, Date.now(), { key: 'attempt-1', digest });
    const words = { title: 'Half way', date: '2026-01-02', content: 'Words', signature: 'Mara' };
    const retry = await post(site, { ...words, hidden: true });
    expect(retry.status).toBe(201);
    expect(await retry.json()).toMatchObject({ id: stored.id });
  });

  test('at the same time creates one letter', async () => {
    const site = await createTestSite();
    await site.unlock();
    const answers = await Promise.all([post(site), post(site), post(site)]);
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as LetterJson).id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await storedLetters(site)).toHaveLength(1);
  });

  test('under another key creates another letter', async () => {
    const site = await createTestSite();
    await post(site);
    await post(site, {}, { 'Idempotency-Key': 'attempt-2' });
    await post(site, {}, {});
    expect(await storedLetters(site)).toHaveLength(3);
  });

  test('with another text is refused', async () => {
    const site = await createTestSite();
    await post(site);
    for (const difference of [
      { title: 'Other' },
      { content: 'Other words.' },
      { signature: 'Maren' },
      { date: '2001-01-01' },
      { hidden: true },
    ]) {
      const response = await post(site, difference);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'key-reused' });
    }
    expect(await storedLetters(site)).toHaveLength(1);
  });

  test('of a letter that was deleted since does not restore it', async () => {
    const site = await createTestSite();
    const { id } = (await (await post(site)).json()) as LetterJson;
    await site.asOwner('DELETE', `${LETTERS}/${id}`);
    const response = await post(site);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'letter-deleted' });
    expect(await storedLetters(site)).toEqual([]);
  });

  test.each(['two words', 'x'.repeat(201)])('needs a valid key, not %j', async (value) => {
    const site = await createTestSite();
    const response = await post(site, {}, { 'Idempotency-Key': value });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'key-unreadable' });
    expect(await storedLetters(site)).toEqual([]);
  });
});
