import { describe, expect, test } from 'vitest';
import type { LetterJson } from '#core/letter.ts';
import { createTestSite, importMany, type TestSite } from '#test/site/create-test-site.ts';

interface List {
  letters: { id: string; title: string; date: string | null; position: string }[];
  next: string | null;
  seq: number;
}

async function list(site: TestSite, query = ''): Promise<List> {
  return (await site.fetch(`/api/letters${query}`)).json() as Promise<List>;
}

describe('the list', () => {
  test('has what envelopes show of visible letters, newest first, page by page', async () => {
    const site = await createTestSite();
    await site.send({ title: 'Old', date: '2024-01-01' });
    await site.send({ title: 'Same day, first', date: '2025-01-01' });
    await site.send({ title: 'Same day, second', date: '2025-01-01' });
    await site.send({ title: 'Secret', date: '2026-01-01', hidden: true });
    const { letters, next } = await list(site);
    expect(letters.map(({ title }) => title)).toEqual([
      'Same day, second',
      'Same day, first',
      'Old',
    ]);
    expect(next).toBeNull();
    expect(Object.keys(letters[0] ?? {})).toEqual(['id', 'title', 'date', 'position']);
    const first = await list(site, '?limit=1');
    expect(first.letters).toEqual(letters.slice(0, 1));
    const rest = await list(site, `?limit=2&after=${first.next}`);
    expect(rest).toEqual({ letters: letters.slice(1), next: null, seq: 3 });
  });

  test('comes 24 at a time', async () => {
    const site = await createTestSite();
    await importMany(site, 30);
    const first = await list(site);
    expect(first.letters).toHaveLength(24);
    expect(first.letters[0]?.date).toBeNull();
    expect((await list(site, `?after=${first.next}`)).letters).toHaveLength(6);
    expect((await list(site, '?limit=&after=')).letters).toHaveLength(24);
  });

  test('has at most a hundred letters on a page, and a cursor to the rest', async () => {
    const site = await createTestSite();
    await importMany(site, 101);
    const most = await list(site, '?limit=5000');
    expect(most.letters).toHaveLength(100);
    expect((await list(site, `?limit=5000&after=${most.next}`)).letters).toHaveLength(1);
  });

  test.each([
    ['?limit=0', 'limit-unreadable'],
    ['?limit=-1', 'limit-unreadable'],
    ['?limit=1e1', 'limit-unreadable'],
    ['?after=x', 'cursor-unreadable'],
    ["?after='--", 'cursor-unreadable'],
  ])('refuses %s', async (query, code) => {
    const site = await createTestSite();
    const response = await site.fetch(`/api/letters${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code });
  });

  test('follows each change at once', async () => {
    const site = await createTestSite();
    const titles = async () => (await list(site)).letters.map(({ title }) => title);
    expect(await titles()).toEqual([]);
    const letter = await site.send({ title: 'One' });
    expect(await titles()).toEqual(['One']);
    await site.update(letter, { title: 'Two' });
    expect(await titles()).toEqual(['Two']);
    await site.update(letter, { hidden: true });
    expect(await titles()).toEqual([]);
    await site.update(letter);
    expect(await titles()).toEqual(['One']);
    await site.delete(letter);
    expect(await titles()).toEqual([]);
  });
});

describe('the number of a list', () => {
  test('is that of the last public change, and a letter that was never public changes no byte', async () => {
    const site = await createTestSite();
    const letter = await site.send({ title: 'Public' });
    const before = await site.fetch('/api/letters');
    expect(await before.json()).toMatchObject({ letters: [{ title: 'Public' }], seq: 1 });
    const secret = await site.send({ hidden: true });
    await site.update(secret, { title: 'Other', hidden: true });
    await site.delete(secret);
    const headers = { 'If-None-Match': before.headers.get('ETag') ?? '' };
    expect((await site.fetch('/api/letters', { headers })).status).toBe(304);
    await site.update(letter, { hidden: true });
    expect(await list(site)).toEqual({ letters: [], next: null, seq: 2 });
  });

  test('tells that an instance has not heard of a change yet; once it has, its answer is that of the others', async () => {
    const site = await createTestSite();
    const hears = Promise.withResolvers<void>();
    const lagging = await createTestSite({}, { beside: site, hears: hears.promise });
    await list(lagging);
    await site.send({ title: 'New' });
    expect(await list(lagging)).toEqual({ letters: [], next: null, seq: 0 });
    // A list that is read after the change has it, but may lack others that its number does not count.
    expect(await list(lagging, '?limit=1')).toMatchObject({ letters: [{}], seq: 0 });
    hears.resolve();
    await expect.poll(() => list(lagging)).toMatchObject({ seq: 1 });
    const [one, other] = await Promise.all([site, lagging].map((at) => at.fetch('/api/letters')));
    expect(other?.headers.get('ETag')).toBe(one?.headers.get('ETag'));
    expect(await other?.text()).toBe(await one?.text());
  });
});

describe('one letter', () => {
  test('is returned whole by its id, and follows each change at once', async () => {
    const site = await createTestSite();
    const letter = await site.send({ content: 'First words.' });
    const path = `/api/letters/${letter.id}`;
    const response = await site.fetch(path);
    expect(response.headers.get('Cache-Control')).toBe('public, no-cache');
    expect(await response.json()).toEqual(letter);
    await site.update(letter, { content: 'Second.' });
    expect(await (await site.fetch(path)).json()).toMatchObject({ content: 'Second.' });
    await site.delete(letter);
    expect((await site.fetch(path)).status).toBe(404);
  });

  test('has the version that an edit of no words gave it, which the next edit has to name', async () => {
    const site = await createTestSite();
    const letter = await site.send();
    const path = `/api/letters/${letter.id}`;
    await site.fetch(path);
    const feed = async () => (await site.fetch('/feed.json')).text();
    const before = await feed();
    const again = await site.update(letter);
    const response = await site.fetch(path);
    expect(await response.json()).toEqual(again);
    expect(await feed()).not.toBe(before);
    const headers = { 'If-Match': response.headers.get('ETag') ?? '' };
    const edit = await site.asOwner('PUT', `/api/portal/letters/${letter.id}`, letter, headers);
    expect(edit.status).toBe(200);
  });

  test('that is hidden is returned too, but never cached', async () => {
    const site = await createTestSite();
    const letter = await site.send({ hidden: true, content: 'First.' });
    const read = () => site.fetch(`/api/letters/${letter.id}`);
    const response = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('ETag')).toBeNull();
    await site.update(letter, { content: 'Second.' });
    expect(((await (await read()).json()) as LetterJson).content).toBe('Second.');
  });

  test.each(['AAAAAAAAAAAAAAAAAAAAAA', 'a%2Fb', '%00', '%E0%A4%A', 'x'.repeat(129), '..%2f'])(
    'is not found as %s',
    async (id) => {
      const site = await createTestSite();
      const response = await site.fetch(`/api/letters/${id}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'letter-missing' });
    },
  );
});

test('unknown addresses and methods are refused', async () => {
  const site = await createTestSite();
  for (const path of ['/api/nothing', '/api/', '/api/letters/a/b']) {
    const response = await site.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'route-missing' });
  }
  for (const path of ['/api/letters', '/api/letters/x', '/api/live']) {
    const response = await site.call('POST', path, {});
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
  }
});

test('a store that cannot be reached is reported, and recovers', async () => {
  const site = await createTestSite();
  site.database('ALTER TABLE letters RENAME TO lost');
  for (const path of ['/api/letters', '/api/letters/x', '/feed.xml', '/sitemap.xml', '/readyz']) {
    const response = await site.fetch(path);
    expect(response.status, path).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'store-unreadable' });
  }
  expect((await site.fetch('/healthz')).status).toBe(200);
  site.database('ALTER TABLE lost RENAME TO letters');
  expect((await site.fetch('/readyz')).status).toBe(200);
  expect(await list(site)).toEqual({ letters: [], next: null, seq: 0 });
});
