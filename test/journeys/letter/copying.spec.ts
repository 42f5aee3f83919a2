import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';

const POEM =
  'Leave one window open,\n      only a hand’s breadth,\n\tand take in nothing.\n\n\nEleven.';

test.beforeEach(async ({ context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: new URL(site.url).origin,
  });
});

function copied(page: Page, type: string): Promise<string | undefined> {
  return page.evaluate(async (wanted) => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType(wanted))?.text();
  }, type);
}

test('copied text is what was written, without text that is only drawn or only announced', async ({
  page,
  site,
}) => {
  await site.send({ title: 'The one before', date: '2026-03-28' });
  await site.send({ title: 'Instructions for rain', date: '2026-03-29', content: POEM });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/');
  await page.getByRole('link', { name: 'Instructions for rain' }).click();
  const content = page.locator('.sheet__content');
  await expect(content).toContainText('Eleven.');
  await content.evaluate((words) => document.getSelection()?.selectAllChildren(words));
  await page.keyboard.press('Control+c');
  await expect.poll(clipboard).toBe(POEM);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('opened before')).toBeAttached();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect
    .poll(async () => (await clipboard()).split('\n').filter(Boolean))
    .toEqual([
      'portal',
      'For you.',
      'Click on any envelope to read the letter inside',
      'Instructions for rain',
      'March 29, 2026',
      'The one before',
      'March 28, 2026',
      'Letters',
    ]);
});

test('a letter that is copied keeps its lines in programs that know HTML but not our styles', async ({
  page,
  context,
  site,
}) => {
  const prose =
    'All summer we meant to paint the fence, and all summer there was something better to do.';
  const content = `Dear Ines,\n${prose} Now it rains.\n\nLeave one window open,\n  a hand’s breadth.\n\nEleven.`;
  const { id } = await site.send({ title: 'Rain', content });
  await page.goto(`/letter/${id}`);
  await page.getByRole('link').click();
  const words = page.locator('.sheet__content');
  await expect(words).toBeVisible();
  await words.evaluate((all) => document.getSelection()?.selectAllChildren(all));
  await page.keyboard.press('Control+c');
  await expect.poll(() => copied(page, 'text/plain')).toBe(content);
  const elsewhere = await context.newPage();
  const html = (await copied(page, 'text/html')) ?? '';
  await elsewhere.setContent(html.replaceAll(/ style="[^"]*"/g, ''));
  expect(await elsewhere.locator('body').innerText()).toBe(content.replace('  a hand', 'a hand'));
});

/** Whether Safari copies an empty line below paragraphs: it does for a margin of half a line of letters. */
function haveMargins(paragraphs: Element[]): boolean[] {
  return paragraphs.map((paragraph) => {
    const { marginBottom, fontSize } = getComputedStyle(paragraph);
    return Number.parseFloat(marginBottom) >= Number.parseFloat(fontSize) / 2;
  });
}

test('all that can be selected in an opened letter is that letter, and it covers nothing where it is pasted', async ({
  page,
  context,
  site,
}) => {
  await site.send({ title: 'The one before', date: '2026-03-28' });
  await site.send({ title: 'Rain', date: '2026-03-29', content: 'Drip.', signature: 'Ines Vale' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Rain' }).click();
  await expect(page.getByRole('dialog').getByText('Drip.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Earlier The one before' })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const text = async () => (await copied(page, 'text/plain'))?.trim();
  await expect.poll(text).toBe('Rain\nMarch 29, 2026\n\nDrip.\n\nInes Vale');
  const separate = page.getByRole('dialog').locator('.sheet__date, .sheet__content p');
  expect(await separate.evaluateAll(haveMargins)).toEqual([true, true]);
  const elsewhere = await context.newPage();
  await elsewhere.setContent((await copied(page, 'text/html')) ?? '');
  await expect(elsewhere.getByText('Drip.')).toBeVisible();
  await expect(elsewhere.getByRole('dialog')).toBeHidden();
});

test('after all of a letter was selected to be copied, nothing is selected once it is closed', async ({
  page,
  site,
}) => {
  await site.send({ title: 'All of it' });
  await page.goto('/');
  await page.getByRole('link', { name: 'All of it' }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  const selected = () => page.evaluate(() => String(getSelection()));
  await page.keyboard.press('Control+a');
  expect(await selected()).toContain('All of it');
  await page.keyboard.press('Escape');
  await expect(page.locator('.sheet')).toBeHidden();
  await expect.poll(selected).toBe('');
});

test('an arrow key only deselects what a reader has selected, and the next one turns the letter', async ({
  page,
  site,
}) => {
  await site.send({ title: 'In spring', date: '2026-03-01' });
  await site.send({ title: 'In summer', date: '2026-04-01', content: 'Swallows, two of them.' });
  await page.goto('/');
  const card = page.getByRole('dialog');
  await page.getByRole('link', { name: 'In summer' }).click();
  const selected = () => page.evaluate(() => String(getSelection()));
  await page.getByText('Swallows').dblclick({ position: { x: 10, y: 10 } });
  await page.keyboard.press('Shift+ArrowRight');
  expect(await selected()).toBe('Swallows,');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(selected).toBe('');
  await expect(card).toHaveAccessibleName('In summer');
  await page.keyboard.press('ArrowLeft');
  await expect(card).toHaveAccessibleName('In spring');
});
