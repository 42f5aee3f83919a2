import { expect, test } from 'vitest';
import { createTestSite } from '#test/site/create-test-site.ts';

/** What a program that knows no styles, such as a text browser or a crawler, reads on a page in one line. */
async function wordsOf(page: Promise<Response>): Promise<string> {
  const [, body = ''] = (await (await page).text()).split('<body>');
  const html = body.replaceAll(/<(style|script|template)\b.*?<\/\1>/gs, '');
  return html
    .replaceAll('<br/>', ' / ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');
}

test('without styles, words do not run together, and lines are broken where they were typed', async () => {
  const site = await createTestSite();
  await site.send({ title: 'First', date: '2026-01-01' });
  const content = 'Roses\n  are red';
  const { id } = await site.send({ title: 'Second', content, date: '2026-01-02' });
  await site.send({ title: 'Third', date: '2026-01-03' });
  const envelope = 'Jan 2 2026 Second January 2, 2026';
  expect(await wordsOf(site.fetch('/'))).toContain(envelope);
  const letter = await wordsOf(site.fetch(`/letter/${id}`));
  expect(letter).toContain(envelope);
  expect(letter).toContain('Roses / are red');
  expect(letter).toContain('Earlier First Later Third');
});
