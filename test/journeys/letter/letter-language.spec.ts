import type { Locator } from '@playwright/test';
import { KNOWN_PASSWORDS } from '#test/clients/owner.ts';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { enterPortal, field } from '../portal.ts';

test.use({ environment: { ...KNOWN_PASSWORDS, LETTER_LANGUAGE: 'es' }, serviceWorkers: 'block' });

const SWALLOWS = {
  title: 'Volvieron las golondrinas',
  content: 'Esta mañana volvieron dos.',
  signature: 'Inés',
};

/** The language in which a screen reader reads an element. */
function languageOf(shown: Locator): Promise<string | null | undefined> {
  return shown.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));
}

test('letters are read in the language of their owner, the site’s own words in English', async ({
  page,
  site,
}) => {
  await site.send({ title: 'إلى سلمى', content: 'من الشرفة', date: '2026-03-01' });
  await site.send({ ...SWALLOWS, date: '2026-03-02' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: SWALLOWS.title });
  expect(await languageOf(envelope.getByText(SWALLOWS.title))).toBe('es');
  expect(await languageOf(envelope.getByText('March 2, 2026'))).toBe('en');
  expect(await languageOf(page.getByText('إلى سلمى'))).toBe('ar');

  await envelope.click();
  const sheet = page.locator('.sheet__letter');
  for (const words of Object.values(SWALLOWS)) {
    expect(await languageOf(sheet.getByText(words))).toBe('es');
  }
  for (const words of ['March 2, 2026', 'Earlier']) {
    expect(await languageOf(sheet.getByText(words))).toBe('en');
  }
  expect(await languageOf(sheet.getByText('إلى سلمى'))).toBe('ar');
  await expect(sheet.getByText(SWALLOWS.signature)).toHaveCSS('font-family', /Caveat/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the site’s own words end where they end, also on a letter that is written from right to left', async ({
  page,
  site,
}) => {
  await site.send({ title: 'إلى سلمى', content: 'من الشرفة' });
  await page.goto('/');
  const release = await holdRequests(page, '**/api/letters/*');
  await page.getByRole('link', { name: 'إلى سلمى' }).click();
  const loading = page.getByText('Loading letter...');
  await expect(loading).toBeVisible();
  const [first, last] = await loading.evaluate(({ firstChild }) =>
    [0, 'Loading letter..'.length].map((at) => {
      const range = new Range();
      range.setStart(firstChild as Text, at);
      range.setEnd(firstChild as Text, at + 1);
      return range.getBoundingClientRect().left;
    }),
  );
  expect(last).toBeGreaterThan(first ?? Number.NaN);
  release();
});

test('programs are told the language of letters', async ({ page, site }) => {
  const { id } = await site.send(SWALLOWS);
  const feed = await (await page.request.get('/feed.xml')).text();
  expect(feed).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="es">');
  expect(feed).toContain('&lt;p dir=&quot;auto&quot; lang=&quot;es&quot;&gt;');
  const { language, items } = await (await page.request.get('/feed.json')).json();
  expect([language, items[0].language]).toEqual(['es', 'es']);
  await page.goto(`/letter/${id}`);
  const data = page.locator('script[type="application/ld+json"]');
  expect(await data.textContent()).toContain('"inLanguage":"es"');
});

test('spelling is checked in the language of letters', async ({ page }) => {
  await page.goto('/');
  await enterPortal(page);
  for (const name of ['title', 'content', 'signature']) {
    await expect(field(page, name)).toHaveAttribute('lang', 'es');
  }
});

test.describe('of an owner in mainland China', () => {
  test.use({ environment: { ...KNOWN_PASSWORDS, LETTER_LANGUAGE: 'zh-CN' } });

  test('letters have the forms of characters that are usual there', async ({ page, site }) => {
    await site.send({ title: '给妈妈的信', content: '燕子回来了。', signature: '王芳' });
    await page.goto('/');
    await expect(page.getByText('给妈妈的信')).toHaveCSS('font-family', /CJK SC.*SimSun/);
  });
});

test('each paragraph of a letter, and each line of a poem, begins on the side of its own script', async ({
  page,
  site,
}) => {
  const [english, arabic] = [
    ['Come whenever you like.', 'Leave a lamp,'],
    ['تعال متى شئت.', 'عند الباب الأزرق'],
  ];
  const content = `${english[0]}\n\n${arabic[0]}\n\n${english[1]}\n${arabic[1]}`;
  const { id } = await site.send({ title: 'In two scripts', content });
  await page.goto(`/letter/${id}#letter`);
  const sideOf = (line: string) =>
    page.locator('.sheet__content span', { hasText: line }).evaluate((shown) => {
      const words = new Range();
      words.selectNodeContents(shown);
      const { left, right } = words.getBoundingClientRect();
      const paper = (shown.closest('p') as Element).getBoundingClientRect();
      return left - paper.left < paper.right - right ? 'left' : 'right';
    });
  for (const line of english) expect(await sideOf(line), line).toBe('left');
  for (const line of arabic) expect(await sideOf(line), line).toBe('right');
});
