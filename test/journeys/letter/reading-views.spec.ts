import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { languageOf } from '#core/language.ts';
import { expect, test } from '../journey.ts';

/** What Firefox and many programs that keep pages for later find a page's article with. */
const READABILITY = fileURLToPath(import.meta.resolve('@mozilla/readability/Readability.js'));

/** What it makes of a page as it is now. @param view another page */
async function articleOf(page: Page, view: Page) {
  await view.addScriptTag({ path: READABILITY });
  const parsed = `new DOMParser().parseFromString(${JSON.stringify(await page.content())}, 'text/html')`;
  return view.evaluate<{ title: string; content: string; textContent: string }>(
    `new Readability(${parsed}).parse()`,
  );
}

test('a reading view shows the letter, however short, and not its envelope', async ({
  page,
  context,
  site,
}) => {
  const view = await context.newPage();
  const letters = [
    { title: 'Corrected', content: 'I wrote Tuesday. It was Wednesday. Everything else stands.' },
    {
      title: 'What your grandmother said about rain',
      content: 'Leave one window open,\n  a hand’s breadth.\n\nTake nothing in.',
    },
    {
      title: 'إلى أخي',
      content:
        'وصلت الصور أمس. البحر يشبه نفسه، وأنت تشبه أبي حين يضحك.\n\nلا تتأخر في الرد، فأمي تسأل، كل يوم.',
    },
    // Shorter than its own title and those of the letters beside it.
    { title: 'Second snow', content: 'This time I woke you.' },
    { title: 'Some letters begin before they begin. '.repeat(6).trim(), content: 'Yes.' },
    { title: '雪', content: '起きて。' },
  ];
  // Each beside others, whose titles its links show.
  const sent = await Promise.all(
    letters.map((letter, at) => site.send({ ...letter, date: `2026-01-0${at + 1}` })),
  );
  for (const { id, title, content } of sent) {
    await page.goto(`/letter/${id}`);
    const article = await articleOf(page, view);
    expect(article.title).toBe(title);
    expect(article.textContent).toContain(content);
    const language = languageOf(content, null);
    if (language) expect(article.content).toContain(`lang="${language}"`);
    expect(article.textContent).not.toMatch(/Click on the envelope|Earlier|Later/);
  }
});

test('a reading view of a letter that was opened in the list has its title, and of the list that of the site', async ({
  page,
  context,
  site,
}) => {
  const view = await context.newPage();
  const title = async () => (await articleOf(page, view)).title;
  const content = 'The blue mug, the one you stretched for, is at the back, on the left.\n\n';
  await site.send({ title: 'For the morning', content: content.repeat(4) });
  await site.send({ title: 'For the evening', content: content.repeat(5), date: '2026-01-01' });
  await page.goto('/');
  for (const name of ['For the morning', 'For the evening']) {
    await page.getByRole('link', { name }).click();
    await expect(page.locator('.sheet__content')).toContainText('on the left.');
    expect(await title()).toBe(name);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog.sheet')).toBeHidden();
  }
  expect(await title()).toBe('Letters');
});
