import { fileURLToPath } from 'node:url';
import { expect, test } from './journey.ts';

/** What Firefox and many programs that keep pages for later find a page's article with. */
const READABILITY = fileURLToPath(import.meta.resolve('@mozilla/readability/Readability.js'));

test('a reading view shows the letter, however short, and not its envelope', async ({
  page,
  context,
  site,
}) => {
  const view = await context.newPage();
  await view.addScriptTag({ path: READABILITY });
  const letters = [
    { title: 'Corrected', content: 'I wrote Tuesday. It was Wednesday. Everything else stands.' },
    {
      title: 'What your grandmother said about rain',
      content: 'Leave one window open,\n  a hand’s breadth.\n\nTake nothing in.',
    },
    { title: 'إلى أخي', content: 'وصلت الصور أمس. البحر يشبه نفسه، وأنت تشبه أبي حين يضحك.' },
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
    const parsed = `new DOMParser().parseFromString(${JSON.stringify(await page.content())}, 'text/html')`;
    const article = await view.evaluate<{ title: string; textContent: string }>(
      `new Readability(${parsed}).parse()`,
    );
    expect(article.title).toBe(title);
    expect(article.textContent).toContain(content);
    expect(article.textContent).not.toMatch(/Click on the envelope|Earlier|Later/);
  }
});
