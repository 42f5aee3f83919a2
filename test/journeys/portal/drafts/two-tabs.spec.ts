import type { Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import {
  begin,
  discard,
  draftStatus,
  enterAndRestore,
  enterPortal,
  field,
  write,
} from '../../portal.ts';
import { LOCKED, LOST_RACE } from '../../trouble.ts';

/** Starts a letter in one tab, and restores its draft in another of the same browser. */
async function sameDraft(page: Page): Promise<Page> {
  await begin(page, { title: 'Begun' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  const other = await page.context().newPage();
  await enterAndRestore(other);
  await expect(field(other, 'title')).toHaveValue('Begun');
  return other;
}

for (const first of ['earlier', 'later'] as const) {
  test(`two tabs write to one draft, the ${first} one first, and no word is lost`, async ({
    page,
    site,
    trouble,
  }) => {
    trouble.expect(LOST_RACE);
    trouble.allow(LOCKED);
    const other = await sameDraft(page);
    const [one, two] = first === 'earlier' ? [page, other] : [other, page];
    await write(one, { content: 'One' });
    await expect(draftStatus(one)).toHaveText('draft saved');
    await write(two, { content: 'Two' });
    await expect(draftStatus(two)).toHaveText('draft saved');
    await write(one, { content: 'One, and more' });
    // A busy page may still say what it said of the words before.
    const contents = async () => (await site.drafts()).map(({ content }) => content).sort();
    await expect.poll(contents).toEqual(['One, and more', 'Two']);
    await expect(draftStatus(one)).toHaveText('draft saved');
  });
}

test('a draft discarded in another tab while the owner writes is saved as a new one', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOST_RACE);
  trouble.allow(LOCKED);
  await begin(page, { title: 'Mine' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  const other = await page.context().newPage();
  await other.goto('/');
  await enterPortal(other);
  await discard(other);
  await expect.poll(() => site.drafts()).toEqual([]);
  await write(page, { title: 'Mine, still' });
  await expect.poll(() => site.drafts()).toMatchObject([{ title: 'Mine, still' }]);
  await expect(draftStatus(page)).toHaveText('draft saved');
});
