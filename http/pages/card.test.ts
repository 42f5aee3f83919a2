import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { accentShades } from '#core/accent.ts';
import type { CardDrawing, Drawings } from '#core/card.ts';
import { waxLetter } from '#core/wax-letter.ts';
import { createTestSite, OWNER_NAME, type TestSite } from '#test/site/create-test-site.ts';
import { createCardRenderer } from '../../card/card-renderer.ts';
import { cardRoutes } from './card.ts';
import { createLetterCards } from './letter-cards.ts';
import { loadPages } from './load-pages.ts';

const BUILD = join(import.meta.dirname, '../../build');
const NEUTRAL = join(BUILD, 'client/card.png');
const SITE_URL = 'https://letters.example.org';

const cardOf = (site: TestSite, { id }: { id: string }) => site.fetch(`/letter/${id}/card.png`);

async function digestOf(response: Response): Promise<string> {
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}

/** The address that a letter's page names as its picture. */
async function picturedAt(site: TestSite, { id }: { id: string }): Promise<string> {
  const html = await (await site.fetch(`/letter/${id}`)).text();
  return /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function sizeOf(png: ArrayBuffer): [number, number] {
  const view = new DataView(png);
  return [view.getUint32(16), view.getUint32(20)];
}

test('a visible letter has its own card, whose address changes with it', async () => {
  const site = await createTestSite({ SITE_URL });
  const letter = await site.send({ title: 'First snow', date: '2026-01-10' });
  const address = await picturedAt(site, letter);
  expect(address).toMatch(
    new RegExp(`^${SITE_URL}/letter/${letter.id}/card\\.png\\?v=[\\w-]{10}$`),
  );
  const card = await site.fetch(address.slice(SITE_URL.length));
  expect(card.headers.get('Content-Type')).toBe('image/png');
  expect(card.headers.get('Cache-Control')).toBe('public, no-cache');
  expect(card.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  const etag = card.headers.get('ETag') ?? '';
  const bytes = await card.arrayBuffer();
  expect(sizeOf(bytes)).toEqual([1200, 630]);
  expect(bytes.byteLength).toBeLessThan(300_000);
  const again = await site.fetch(`/letter/${letter.id}/card.png`, {
    headers: { 'If-None-Match': etag },
  });
  expect(again.status).toBe(304);

  await site.update(letter, { content: 'Other words.' });
  expect(await picturedAt(site, letter)).toBe(address);
  expect((await cardOf(site, letter)).headers.get('ETag')).toBe(etag);
  const seen = new Set([etag]);
  for (const difference of [{ title: 'Second snow' }, { date: '2026-01-11' }]) {
    await site.update(letter, difference);
    expect(await picturedAt(site, letter)).not.toBe(address);
    seen.add((await cardOf(site, letter)).headers.get('ETag') ?? '');
  }
  expect(seen.size).toBe(3);
  await site.delete(letter);
  for (const id of [letter.id, 'none', 'a%2Fb', '%00']) {
    expect((await cardOf(site, { id })).status).toBe(404);
  }
});

test('the card of a title of the densest signs is small enough for previews, too', async () => {
  const site = await createTestSite();
  const card = await cardOf(site, await site.send({ title: '\ufdfa'.repeat(300) }));
  expect((await card.arrayBuffer()).byteLength).toBeLessThan(300_000);
});

test('all hidden letters share one card, and no preview tells what is in them', async () => {
  const site = await createTestSite({ SITE_URL });
  const one = await site.send({ title: 'Quietly', content: 'Sealed words', hidden: true });
  const other = await site.send({ title: 'Softly', date: '2020-02-02', hidden: true });
  const card = await cardOf(site, one);
  expect(card.status).toBe(200);
  expect(card.headers.get('Cache-Control')).toBe('private, no-store');
  const neutral = await digestOf(card);
  expect(await digestOf(await cardOf(site, other))).toBe(neutral);
  const home = await site.fetch('/card.png');
  expect(home.headers.get('Cache-Control')).toBe('public, max-age=3600');
  expect(await digestOf(home)).toBe(neutral);
  expect(await picturedAt(site, one)).toBe(`${SITE_URL}/letter/${one.id}/card.png`);
  const html = await (await site.fetch(`/letter/${one.id}`)).text();
  const head = html.slice(0, html.indexOf('</head>'));
  for (const word of ['Quietly', 'Sealed words', OWNER_NAME]) expect(head).not.toContain(word);
  expect(html).not.toContain('ld+json');

  await site.update(one, { hidden: false });
  expect(await digestOf(await cardOf(site, one))).not.toBe(neutral);
  await site.update(one, { hidden: true });
  const withdrawn = await cardOf(site, one);
  expect(withdrawn.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await digestOf(withdrawn)).toBe(neutral);
});

test("a card shows the owner's colour and letter in its seal", async () => {
  const { openDrawings } = await loadPages(BUILD);
  const own = { accentColor: '#1f5551', seal: waxLetter('R') };
  const drawing = openDrawings(own).card('id', false);
  expect(drawing.svg).toContain(accentShades('#1f5551', 'day').wax);
  const renderer = createCardRenderer({ timeout: 60_000 });
  onTestFinished(renderer.close);
  const words = { title: '', date: '', postmark: [] };
  const render = async (svg: string) =>
    digestOf(new Response(await renderer.render({ drawing: { ...drawing, svg }, words })));
  const card = await render(drawing.svg);
  const LETTER = />R(?=<\/text>)/g;
  expect(drawing.svg.match(LETTER)).toHaveLength(2);
  expect(drawing.svg.match(/<g class="[^"]*wax-mark--letter/g)).toHaveLength(2);
  for (const other of [
    openDrawings({ ...own, seal: null }).card('id', false).svg,
    drawing.svg.replaceAll(LETTER, '>'),
    drawing.svg.replaceAll(LETTER, '>A'),
  ]) {
    expect(await render(other)).not.toBe(card);
  }
  // Whatever the order of its attributes.
  const turned = drawing.svg.replaceAll(
    /<text ([^ ]+) ([^ ]+) ([^ ]+)/g,
    (_, ...[one, two, three]) => `<text ${three} ${two} ${one}`,
  );
  expect(turned).not.toBe(drawing.svg);
  expect(await render(turned)).toBe(card);
});

test("the icon for phones is square and shows the owner's seal", async () => {
  const seen = new Set<string>();
  for (const own of [{}, { ACCENT_COLOR: '#1f5551' }, { SEAL_LETTER: 'R' }]) {
    const site = await createTestSite(own);
    const icon = await site.fetch('/apple-touch-icon.png');
    expect(icon.headers.get('Content-Type')).toBe('image/png');
    expect(icon.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(sizeOf(await icon.clone().arrayBuffer())).toEqual([180, 180]);
    const digest = await digestOf(icon);
    seen.add(digest);
    expect(await digestOf(await site.fetch('/favicon.ico'))).toBe(digest);
    expect(await (await site.fetch('/')).text()).toContain('href="/apple-touch-icon.png"');
  }
  expect(seen.size).toBe(3);
});

/** The route alone, with a site's letters. */
async function routesOf(
  site: TestSite,
  { mostWaiting = 32, drawings = null as Drawings | null, timeout = 60_000 } = {},
) {
  const renderer = createCardRenderer({ mostWaiting, timeout: 60_000 });
  const printed: string[] = [];
  const render: typeof renderer.render = (order) => {
    printed.push(order.words?.title ?? '');
    return renderer.render(order);
  };
  const pages = await loadPages(BUILD);
  const cards = createLetterCards({
    drawings: drawings ?? pages.openDrawings({ accentColor: null, seal: null }),
    renderer: { ...renderer, render },
    letterLanguage: null,
    now: Date.now,
  });
  const complaints: unknown[] = [];
  const routes = cardRoutes({
    letters: site.store.letters,
    cards,
    file: NEUTRAL,
    timeout,
    log: (message) => complaints.push(message),
  });
  const card = ({ id }: { id: string }) => routes.request(`/letter/${id}/card.png`);
  const home = () => routes.request('/card.png');
  const icon = () => routes.request('/apple-touch-icon.png');
  return { card, home, icon, complaints, printed };
}

test('a letter that is hidden while its card is drawn has the neutral card', async () => {
  const site = await createTestSite();
  const shy = await site.send({ title: 'Shy' });
  const { card, printed } = await routesOf(site);
  const asked = card(shy);
  await site.update(shy, { hidden: true });
  expect((await asked).headers.get('Cache-Control')).toBe('private, no-store');
  // Its drawing was not kept, although nobody announced the change.
  await site.update(shy, { hidden: false });
  expect((await card(shy)).headers.get('Cache-Control')).toBe('public, no-cache');
  expect(printed.filter((title) => title === 'Shy')).toHaveLength(2);
});

test('a letter for whose card too many are waiting has the neutral card, until it is drawn', async () => {
  const site = await createTestSite();
  const many = await Promise.all(['One', 'Two', 'Three'].map((title) => site.send({ title })));
  const busy = await routesOf(site, { mostWaiting: 1 });
  const answers = await Promise.all(many.map(busy.card));
  const kept = answers.map((answer) => answer.headers.get('Cache-Control')).toSorted();
  expect(kept).toEqual(['private, no-store', 'private, no-store', 'public, no-cache']);
  for (const answer of answers) {
    expect(sizeOf(await answer.arrayBuffer())).toEqual([1200, 630]);
  }
  for (const letter of many) {
    expect((await busy.card(letter)).headers.get('Cache-Control')).toBe('public, no-cache');
  }
  expect(busy.complaints).toEqual([]);
});

test('no request waits long for a card, which is still drawn for the next one', async () => {
  const site = await createTestSite();
  const letter = await site.send();
  const { card, complaints, printed } = await routesOf(site, { timeout: 1 });
  const answer = await card(letter);
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  expect(sizeOf(await answer.arrayBuffer())).toEqual([1200, 630]);
  const cached = async () => (await card(letter)).headers.get('Cache-Control');
  await expect.poll(cached, { timeout: 30_000 }).toBe('public, no-cache');
  expect(printed.filter((title) => title === letter.title)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('an error in drawing a card is logged, and shown to nobody', async () => {
  const site = await createTestSite();
  const letter = await site.send();
  const drawing = { svg: 'none</svg>', title: {}, date: {} } as CardDrawing;
  const drawings = { card: () => drawing, icon: () => drawing };
  const broken = await routesOf(site, { drawings });
  const answer = await broken.card(letter);
  expect(answer.status).toBe(200);
  expect(sizeOf(await answer.arrayBuffer())).toEqual([1200, 630]);
  // Nor is that reported or tried again at once.
  expect(sizeOf(await (await broken.card(letter)).arrayBuffer())).toEqual([1200, 630]);
  expect(broken.complaints).toEqual(['A card could not be drawn.', 'A card could not be drawn.']);
  // The substitute for the home page's own card is not kept.
  const home = await broken.home();
  expect(home.headers.get('Cache-Control')).toBe('private, no-store');
  expect(sizeOf(await home.arrayBuffer())).toEqual([1200, 630]);
  // The icon has none.
  expect((await broken.icon()).status).toBe(404);
});
