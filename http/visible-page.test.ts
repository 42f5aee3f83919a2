import { describe, expect, test } from 'vitest';
import { GREATEST } from '#core/position.ts';
import { keptLetters } from '#test/machine/owner-machine.ts';
import { createTestSite, type TestSite } from '#test/site/create-test-site.ts';
import { readNumberedPage } from './visible-page.ts';

const LEAST = '0'.repeat(21);
const MADE_UP = ['a'.repeat(21), GREATEST];

/** A site of sixty letters, newest first. */
async function siteOfSixty() {
  const site = await createTestSite();
  const letters = keptLetters(60).toReversed();
  await site.store.letters.replaceAll(letters);
  return { site, letters, positions: letters.map(({ position }) => position) };
}

async function home(site: TestSite, path: string) {
  const response = await site.fetch(path);
  const html = await response.text();
  return {
    status: response.status,
    kept: response.headers.get('Cache-Control'),
    titles: [...html.matchAll(/class="envelope__title"[^>]*>([^<]*)/g)].map(([, title]) => title),
    canonical: /<link rel="canonical" href="http:\/\/[^/]*([^"]*)"/.exec(html)?.[1],
    robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1],
    next: /<a [^>]*href="(\/\?after=\w+)"/.exec(html)?.[1],
  };
}

async function list(site: TestSite, query: string) {
  const response = await site.fetch(`/api/letters?${query}`);
  return { kept: response.headers.get('Cache-Control'), ...(await response.json()) };
}

const KEPT = 'public, no-cache';
const UNKEPT = 'private, no-store';

test('a crawler finds every letter on pages that are cached and can be indexed', async () => {
  const { site, letters } = await siteOfSixty();
  const found: unknown[] = [];
  for (let path: string | undefined = '/'; path !== undefined; ) {
    const page: Awaited<ReturnType<typeof home>> = await home(site, path);
    expect(page).toMatchObject({ status: 200, kept: KEPT, robots: 'index, follow' });
    found.push(...page.titles);
    const renders = site.renders();
    await home(site, path);
    expect(site.renders()).toBe(renders);
    path = page.next;
  }
  expect(found).toEqual(letters.map(({ title }) => title));
});

test('a change while a page is read is not counted by its number', async () => {
  const { site } = await siteOfSixty();
  const { letters } = site.store;
  const hub = { seq: 1 };
  const reading = readNumberedPage(hub, letters, 24);
  hub.seq = 2;
  expect(await reading).toMatchObject({ items: { length: 24 }, seq: 1 });
});

test('a cursor that no letter is older than leads to the first page, not to one without letters', async () => {
  const { site, letters, positions } = await siteOfSixty();
  const { next = '' } = await home(site, '/');
  expect((await home(site, next)).titles).toHaveLength(24);
  for (const letter of letters.slice(24)) await site.delete(letter);
  const first = await home(site, '/');
  expect(first).toMatchObject({ titles: { length: 24 }, canonical: '/' });
  for (const path of [next, `/?after=${positions[40]}`, `/?after=${LEAST}`]) {
    expect(await home(site, path), path).toEqual(first);
  }
});

describe('a cursor without a visible letter', () => {
  test('leads to the page with the same letters, without being rendered for anybody', async () => {
    const { site, letters, positions } = await siteOfSixty();
    const [hidden, gone] = [letters[9], letters[19]];
    if (!hidden || !gone) throw new Error('There are sixty.');
    const before = await home(site, `/?after=${hidden.position}`);
    expect(before).toMatchObject({ kept: KEPT, canonical: `/?after=${hidden.position}` });
    await site.update(hidden, { hidden: true });
    await site.delete(gone);
    const seen = letters.filter((letter) => letter !== hidden && letter !== gone);
    for (const after of [hidden.position, gone.position, ...MADE_UP]) {
      const below = seen.filter(({ position }) => position < after);
      const above = seen.findLast(({ position }) => position > after);
      const canonical = above ? `/?after=${above.position}` : '/';
      const known = await home(site, canonical);
      const renders = site.renders();
      const page = await home(site, `/?after=${after}`);
      expect(page).toEqual(known);
      expect(page).toMatchObject({ status: 200, kept: KEPT, canonical });
      expect(site.renders()).toBe(renders);
      expect(page.titles).toEqual(below.slice(0, 24).map(({ title }) => title));
      const next = below.length > 24 ? `/?after=${below[23]?.position}` : undefined;
      expect(page.next).toBe(next);
      const { kept, letters: few, next: cursor } = await list(site, `limit=2&after=${after}`);
      expect(kept).toBe(UNKEPT);
      expect(few).toMatchObject(below.slice(0, 2).map(({ id }) => ({ id })));
      expect(cursor).toBe(below[1]?.position ?? null);
    }
    expect((await list(site, `after=${positions[8]}`)).kept).toBe(KEPT);
  });

  test('leads to its own page again once its letter is visible again', async () => {
    const { site, letters } = await siteOfSixty();
    const letter = letters[9];
    const above = letters[8];
    if (!letter || !above) throw new Error('There are sixty.');
    const { title, position } = letter;
    await site.update(letter, { hidden: true });
    // A home page that somebody asks for is renewed at a change, and meanwhile the old one stays.
    for (const _ of [1, 2]) await home(site, '/');
    expect((await home(site, `/?after=${position}`)).canonical).toBe(`/?after=${above.position}`);
    await site.update(letter, { hidden: false });
    expect((await home(site, `/?after=${above.position}`)).titles[0]).toBe(title);
    expect((await home(site, `/?after=${position}`)).canonical).toBe(`/?after=${position}`);
  });

  test('leads to a last page of the requested length, with a cursor if there is more', async () => {
    const { site, positions } = await siteOfSixty();
    const whole = await list(site, `limit=60&after=${GREATEST}`);
    expect(whole).toMatchObject({ kept: UNKEPT, letters: { length: 60 }, next: null });
    const most = await list(site, `limit=59&after=${GREATEST}`);
    expect(most).toMatchObject({ letters: { length: 59 }, next: positions[58] });
  });
});
