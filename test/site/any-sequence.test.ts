import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Letter, LetterJson, LetterSummary } from '#core/letter.ts';
import { pagesOf } from '../clients/every-letter.ts';
import { openLiveReader } from '../clients/live-reader.ts';
import { createTestSite, type TestSite } from './create-test-site.ts';

/*
 * Whatever an owner does in whatever order, at either of two instances: everything that the site says has to
 * be what a simple list of letters says. When this fails, it names the seed and the path that repeat it.
 */

/** The same sequences at each run, so that a failure is one of what was changed; SEQUENCE_SEED chooses others. */
const SEED = Number(process.env.SEQUENCE_SEED ?? 1);
const PORTAL = '/api/portal/letters';
const title = fc.constantFrom('Żółć', '👩‍👩‍👧 & <b>', 'إلى أمي', 'e\u0301te\u0301');
const date = fc.constantFrom('2026-11-20', '2026-11-20', '2024-02-29', '0001-01-01');
const hidden = fc.boolean();
const site = fc.nat(1);
const at = fc.nat(99);
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const step = fc.oneof(
  fc.record({ kind: kind('send'), site, title, date, hidden }),
  fc.record({ kind: kind('send'), site, title, date, hidden }),
  fc.record({ kind: kind('send again'), site, at }),
  fc.record({ kind: kind('edit'), site, at, title, date, isOld: hidden }),
  fc.record({ kind: kind('hide or show'), site, at }),
  fc.record({ kind: kind('save unchanged'), site, at }),
  fc.record({ kind: kind('delete'), site, at }),
  fc.record({ kind: kind('restore'), site }),
  fc.record({ kind: kind('restart'), site: fc.constant(0) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const FIRST = {
  kind: 'send',
  site: 0,
  title: 'إلى أمي',
  date: '2026-11-20',
  hidden: false,
} as const;
/** What every sequence begins with, so that the other steps have letters, and what can be restored. */
const BEGINNING: Step[] = [FIRST, { ...FIRST, site: 1, title: 'Żółć' }, { ...FIRST, hidden: true }];

class World {
  /** Those that there are, the one that was sent first at the beginning. */
  letters: LetterJson[] = [];
  /** What was sent under which key. */
  readonly sent: { key: string; body: object; id: string }[] = [];
  /** The letters as they were after the beginning, here and in the store. */
  earlier: { letters: LetterJson[]; stored: Letter[] } = { letters: [], stored: [] };
  /** A digest of what each ETag stood for, by address and ETag; and the last ETag of each address. */
  readonly digests = new Map<string, string>();
  readonly etags = new Map<string, string>();
}

const picked = <Item>(items: Item[], at: number) => items[at % items.length];

async function take(step: Step, world: World, site: TestSite): Promise<void> {
  const { letters, sent } = world;
  const put = async (letter: LetterJson, change: object, version = letter.version) => {
    const headers = { 'If-Match': `"${version}"` };
    return site.asOwner('PUT', `${PORTAL}/${letter.id}`, { ...letter, ...change }, headers);
  };
  const replaced = async (letter: LetterJson, change: object) => {
    const answer = (await (await put(letter, change)).json()) as LetterJson;
    const { updatedAt = '' } = answer;
    expect(answer).toEqual({ ...letter, ...change, updatedAt, version: letter.version + 1 });
    letters[letters.indexOf(letter)] = answer;
  };
  switch (step.kind) {
    case 'send': {
      const { title, date, hidden } = step;
      const key = `attempt-${sent.length}`;
      const body = { title, date, hidden, content: `Words ${sent.length}.` };
      const headers = { 'Idempotency-Key': key };
      const response = await site.asOwner('POST', PORTAL, body, headers);
      const letter = (await response.json()) as LetterJson;
      expect(letter).toMatchObject({ ...body, title: title.normalize(), version: 1 });
      letters.push(letter);
      sent.push({ key, body, id: letter.id });
      return;
    }
    case 'send again': {
      const one = picked(sent, step.at);
      if (!one) return;
      const headers = { 'Idempotency-Key': one.key };
      const answer = await (await site.asOwner('POST', PORTAL, one.body, headers)).json();
      const there = letters.find(({ id }) => id === one.id);
      expect(answer).toEqual(there ?? expect.objectContaining({ code: 'letter-deleted' }));
      return;
    }
    case 'restore': {
      await site.store.letters.replaceAll(world.earlier.stored);
      world.letters = [...world.earlier.letters];
      // The answer to whatever the owner writes next waits until readers get what was restored.
      await site.asOwner('DELETE', `${PORTAL}/nobody`);
      return;
    }
    case 'restart':
      return site.restart();
  }
  const letter = picked(letters, step.at);
  if (!letter) return;
  switch (step.kind) {
    case 'edit': {
      const change = { title: step.title.normalize(), date: step.date, customDate: step.date };
      if (!step.isOld) return replaced(letter, change);
      expect((await put(letter, change, letter.version - 1)).status).toBe(409);
      return;
    }
    case 'hide or show':
      return replaced(letter, { hidden: !letter.hidden });
    case 'save unchanged':
      return replaced(letter, {});
    case 'delete':
      await site.delete(letter);
      letters.splice(letters.indexOf(letter), 1);
  }
}

/** An answer that everybody may keep: its ETag is another whenever its bytes are. */
async function kept(world: World, site: TestSite, path: string): Promise<string> {
  const response = await site.fetch(path);
  const text = await response.text();
  const etag = response.headers.get('ETag') ?? '';
  expect(response.status, path).toBe(200);
  expect(response.headers.get('Cache-Control'), path).toBe('public, no-cache');
  const known = world.etags.get(path) ?? '"none"';
  const again = await site.fetch(path, { headers: { 'If-None-Match': known } });
  expect(again.status, path).toBe(known === etag ? 304 : 200);
  const digest = hash('sha256', text);
  expect(digest, path).toBe(world.digests.getOrInsert(`${path} ${etag}`, digest));
  world.etags.set(path, etag);
  return text;
}

const addresses = (text: string) => [
  ...new Set([...text.matchAll(/\/letter\/(\w+)(?=[<"#])/g)].map(([, id]) => id)),
];

async function compare(world: World, site: TestSite): Promise<void> {
  const newest = world.letters
    .toReversed()
    .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
  const visible = newest.filter(({ hidden }) => !hidden);
  const ids = visible.map(({ id }) => id);
  const read = async (path: string) => JSON.parse(await kept(world, site, path));

  const pages = pagesOf<LetterSummary>((query) => site.fetch(`/api/letters${query}`), 2);
  const listed = (await Array.fromAsync(pages)).flatMap(({ letters }) => letters);
  expect(listed).toMatchObject(visible.map(({ id, title, date }) => ({ id, title, date })));
  const { letters } = await (await site.asOwner('GET', `${PORTAL}?limit=100`)).json();
  expect(letters).toEqual(newest);
  const found = await (await site.asOwner('GET', `${PORTAL}?q=ZOLC`)).json();
  expect(found.letters).toEqual(newest.filter(({ title }) => title === 'Żółć'));

  for (const path of ['/', '/feed.xml', '/sitemap.xml']) {
    expect(addresses((await kept(world, site, path)).replace(/^.*<body/s, '')), path).toEqual(ids);
  }
  const { items } = await read('/feed.json');
  const inFeed = visible.map(({ title, content, updatedAt }) => [title, content, updatedAt]);
  const said = (item: Record<string, string>) => [
    item.title,
    item.content_text,
    item.date_modified,
  ];
  expect(items.map(said)).toEqual(inFeed);
  for (const letter of visible) {
    expect(await read(`/api/letters/${letter.id}`)).toEqual(letter);
    await kept(world, site, `/letter/${letter.id}`);
  }
  for (const { id } of newest.filter(({ hidden }) => hidden)) {
    const page = await site.fetch(`/letter/${id}`);
    expect(page.headers.get('Cache-Control')).toBe('private, no-store');
  }
}

test('after any sequence of steps, all that the site says agrees, at both instances', async () => {
  const sequence = async (steps: Step[]) => {
    const first = await createTestSite({ SITE_URL: 'http://localhost' });
    const second = await createTestSite({ SITE_URL: 'http://localhost' }, { beside: first });
    await using reader = openLiveReader(second.address);
    const world = new World();
    await reader.connected();
    for (const step of BEGINNING) await take(step, world, step.site === 0 ? first : second);
    const stored = await Array.fromAsync(first.store.letters.exportAll());
    world.earlier = { letters: [...world.letters], stored };
    await heard([first, second]);
    for (const step of steps) {
      const [site, other] = step.site === 0 ? [first, second] : [second, first];
      await take(step, world, site);
      await compare(world, site);
      await heard([first, second]);
      await compare(world, other);
    }
    const titles = world.letters
      .filter(({ hidden }) => !hidden)
      .map(({ id, title }) => [id, title]);
    await expect.poll(() => reader.titles()).toEqual(new Map(titles as [string, string][]));
    for (const site of [first, second]) {
      expect(site.complaints).toEqual([]);
      await site.stop();
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 10 }), sequence), {
    seed: SEED,
    numRuns: 4,
    // Every sequence takes a second, and making a failing one smaller takes many.
    endOnFailure: true,
  });
});

/** Resolves when two sites know of the same changes, and neither serves an earlier home page any more. */
async function heard(sites: TestSite[]): Promise<void> {
  const seq = async (site: TestSite) =>
    (await (await site.fetch('/api/letters?limit=1')).json()).seq;
  const home = async (site: TestSite) => (await site.fetch('/')).text();
  await expect.poll(async () => new Set(await Promise.all(sites.map(seq))).size).toBe(1);
  await expect.poll(async () => new Set(await Promise.all(sites.map(home))).size).toBe(1);
}
