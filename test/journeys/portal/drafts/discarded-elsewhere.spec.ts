import type { Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import {
  adminDialog,
  begin,
  beginEdit,
  conflictDialog,
  discard,
  draftStatus,
  enterAndRestore,
  enterPortal,
  field,
  linkDialog,
  restoreOffer,
  submitAndConfirm,
  write,
} from '../../portal.ts';
import { LOST_RACE } from '../../trouble.ts';

for (const [how, leave] of [
  ['its button', (page) => page.getByRole('button', { name: 'Close portal' }).click()],
  ['a reload', (page) => page.reload()],
] as const satisfies [string, (page: Page) => Promise<unknown>][]) {
  test(`a draft that was discarded elsewhere is saved again when ${how} closes the portal`, async ({
    page,
    site,
    trouble,
    newReader,
  }) => {
    trouble.allow(LOST_RACE);
    await begin(page, { title: 'The only copy' });
    await expect(draftStatus(page)).toHaveText('draft saved');
    const other = await newReader();
    await other.goto('/');
    await enterPortal(other);
    await expect(restoreOffer(other)).toContainText(
      'a moment ago. It may still be open elsewhere.',
    );
    await discard(other);
    await expect.poll(() => site.drafts()).toEqual([]);
    await expect(draftStatus(page)).toHaveText('draft saved');
    await leave(page);
    await expect(adminDialog(page)).toBeHidden();
    await expect.poll(() => site.drafts()).toMatchObject([{ title: 'The only copy' }]);
  });
}

test('a letter whose draft was sent in another window is sent once more only when asked twice', async ({
  page,
  site,
  trouble,
  newReader,
}) => {
  trouble.expect(LOST_RACE);
  await begin(page, { title: 'Once', content: 'Only once.' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  const other = await newReader();
  await enterAndRestore(other);
  await submitAndConfirm(other);
  await expect(linkDialog(other)).toBeVisible();
  await expect.poll(() => site.drafts()).toEqual([]);

  await submitAndConfirm(page);
  await expect(adminDialog(page).getByRole('alert')).toContainText(
    'its draft was sent, changed or discarded in another window',
  );
  await expect(linkDialog(page)).toBeHidden();
  expect(await site.listed()).toHaveLength(1);
  await submitAndConfirm(page);
  await expect(linkDialog(page)).toBeVisible();
  expect(await site.listed()).toHaveLength(2);
});

test('the words of a deleted letter whose draft was discarded, too, are sent only when asked twice', async ({
  page,
  site,
  trouble,
  newReader,
}) => {
  trouble.expect(LOST_RACE, /404.*\/api\/portal\/letters/);
  const letter = await site.send({ title: 'Doomed' });
  await beginEdit(page, 'Doomed');
  await write(page, { title: 'Saved from it' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  const other = await newReader();
  await other.goto('/');
  await enterPortal(other);
  await discard(other);
  await site.delete(letter);

  await submitAndConfirm(page);
  await conflictDialog(page).getByRole('button', { name: 'Send as a new letter' }).click();
  await expect(conflictDialog(page)).toBeHidden();
  await expect(adminDialog(page).getByRole('alert')).toContainText('not sent');
  await expect(field(page, 'title')).toHaveValue('Saved from it');
  await submitAndConfirm(page);
  await expect(linkDialog(page)).toBeVisible();
});
