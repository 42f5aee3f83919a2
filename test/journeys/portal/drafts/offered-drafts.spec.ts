import { expect, test } from '../../journey.ts';
import {
  adminDialog,
  begin,
  confirm,
  confirmDialog,
  discard,
  draftStatus,
  enterFromMenu,
  enterPortal,
  field,
  restoreOffer,
  submit,
  write,
} from '../../portal.ts';

test('what the empty form lacked is not said of the draft that is restored into it', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'Complete', content: 'Words' });
  await page.goto('/');
  await enterPortal(page);
  await expect(restoreOffer(page)).toBeVisible();
  await submit(page);
  await expect(page.locator('[aria-invalid]')).toHaveCount(2);
  await restoreOffer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'title')).toHaveValue('Complete');
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await expect(adminDialog(page).getByRole('alert')).toBeEmpty();
});

test('that a draft could not be discarded is not said of the next offer', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/503.*\/api\/portal\/drafts/);
  await site.keepDraft({ title: 'Still there' });
  await page.route('**/api/portal/drafts/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: {} })
      : route.continue(),
  );
  await page.goto('/');
  await enterPortal(page);
  await discard(page);
  await expect(restoreOffer(page).getByRole('alert')).toContainText('could not be discarded');
  await expect(restoreOffer(page).getByRole('button', { name: 'Discard' })).toBeFocused();
  await page.unroute('**/api/portal/drafts/*');
  await write(page, { title: 'Something else' });
  await write(page, { title: '' });
  await expect(restoreOffer(page)).toContainText('Still there');
  await expect(restoreOffer(page).getByRole('alert')).toBeEmpty();
});

test('a draft that cannot be deleted yet is not offered: its letter may have been sent', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/503.*\/api\/portal\/drafts/);
  await site.keepDraft({ title: 'From another day' });
  await page.route('**/api/portal/drafts/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: {} })
      : route.continue(),
  );
  await begin(page, { title: 'Cleared' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  await write(page, { title: '' });
  await expect(restoreOffer(page)).toContainText('From another day');
  expect(await site.drafts()).toHaveLength(2);
});

test('of an offer only its title is announced, and where it is', async ({ page, site }) => {
  await site.keepDraft({ title: 'Half a letter', content: 'Its words.' });
  await page.goto('/');
  await enterPortal(page);
  await expect(restoreOffer(page)).toContainText('Its words.');
  const live = adminDialog(page).locator('[aria-live]', { hasText: 'Half a letter' });
  await expect(live).toHaveText('An unsent letter is offered below the form: Half a letter');
  await write(page, { title: 'Something else' });
  await expect(live).toHaveCount(0);
});

test('an offer does not hide the field that was emptied', async ({ page, site }) => {
  await site.keepDraft({ title: 'Half a letter', content: 'Its words.' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await enterPortal(page);
  for (const change of ['A', 'Backspace']) {
    await expect(restoreOffer(page)).toBeVisible({ visible: change === 'A' });
    await field(page, 'signature').press(change);
  }
  await expect(restoreOffer(page)).toBeVisible();
  await expect(field(page, 'signature')).toBeFocused();
  await expect(field(page, 'signature')).toBeInViewport({ ratio: 1 });
});

/** As WebKit does, to which a half-typed date is empty. */
function clearNoEmptyDate(): void {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  Object.defineProperty(HTMLInputElement.prototype, 'value', {
    ...own,
    set(this: HTMLInputElement, value: string) {
      if (this.type !== 'date' || value !== this.value) own?.set?.call(this, value);
    },
  });
}

test('a date that was half typed does not stay in a draft that is restored', async ({
  page,
  site,
}) => {
  await page.addInitScript(clearNoEmptyDate);
  await site.keepDraft({ title: 'Without a date', content: 'Words' });
  await page.goto('/');
  await enterPortal(page);
  await expect(restoreOffer(page)).toBeVisible();
  await field(page, 'date').focus();
  await page.keyboard.type('05');
  const halfTyped = () =>
    field(page, 'date').evaluate((date) => (date as HTMLInputElement).validity.badInput);
  expect(await halfTyped()).toBe(true);
  await restoreOffer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'title')).toHaveValue('Without a date');
  expect(await halfTyped()).toBe(false);
});

test('on the smallest phones the buttons of an offer share a line, and are visible', async ({
  newReader,
  site,
}) => {
  await site.keepDraft({ title: 'Half a letter', content: 'Its words. '.repeat(20) });
  const viewport = { width: 320, height: 568 };
  const page = await newReader({ viewport, hasTouch: true, isMobile: true });
  await enterFromMenu(page);
  const tops = new Set<number>();
  for (const name of ['Later', 'Discard', 'Restore']) {
    const button = restoreOffer(page).getByRole('button', { name });
    await expect(button).toBeInViewport({ ratio: 1 });
    tops.add((await button.boundingBox())?.y ?? 0);
  }
  expect(tops.size).toBe(1);
});

test('with large text the words of an offer are above its buttons, where both have no room side by side', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'Half a letter', content: 'Its words. '.repeat(20) });
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/');
  await enterPortal(page);
  const words = restoreOffer(page).getByText('Its words.');
  const button = restoreOffer(page).getByRole('button', { name: 'Later' });
  const boxes = async () => [await words.boundingBox(), await button.boundingBox()];
  const [beside, buttonBeside] = await boxes();
  expect(beside && buttonBeside && beside.x + beside.width < buttonBeside.x).toBe(true);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '225%';
  });
  const [above, buttonBelow] = await boxes();
  expect(above?.width).toBeGreaterThan(400);
  expect(above && buttonBelow && above.y + above.height < buttonBelow.y).toBe(true);
});

test('a tick without a word is no draft', async ({ page, site }) => {
  await page.goto('/');
  await enterPortal(page);
  await field(page, 'hidden').check();
  await write(page, { title: 'Hidden' });
  await expect.poll(() => site.drafts()).toMatchObject([{ title: 'Hidden', hidden: true }]);
  await write(page, { title: '' });
  await expect.poll(() => site.drafts()).toEqual([]);
  await expect(field(page, 'hidden')).toBeChecked();
});

test('a draft without a word, which earlier versions kept, is not offered again once it is restored', async ({
  page,
  site,
}) => {
  await site.keepDraft({ hidden: true });
  await page.goto('/');
  await enterPortal(page);
  await restoreOffer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'hidden')).toBeChecked();
  await expect(restoreOffer(page)).toBeHidden();
});

test('an offer is looked at again with the window, since its draft may be gone by then', async ({
  page,
  site,
  newReader,
}) => {
  await site.keepDraft({ title: 'In two windows' });
  await page.goto('/');
  await enterPortal(page);
  await expect(restoreOffer(page)).toBeVisible();
  const other = await newReader();
  await other.goto('/');
  await enterPortal(other);
  await discard(other);
  await expect.poll(() => site.drafts()).toEqual([]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(restoreOffer(page)).toBeHidden();
});

test('a draft can be reached without discarding those that were saved after it', async ({
  page,
  site,
}) => {
  for (const title of ['Mine', 'Of another owner', 'The newest']) await site.keepDraft({ title });
  await page.goto('/');
  await enterPortal(page);
  const next = restoreOffer(page).getByRole('button', { name: 'Next draft' });
  for (const title of ['Of another owner', 'Mine', 'The newest', 'Of another owner', 'Mine']) {
    await next.press('Enter');
    await expect(restoreOffer(page)).toContainText(title);
    await expect(restoreOffer(page)).toContainText('2 more drafts are waiting.');
    await expect(next).toBeFocused();
  }
  await restoreOffer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'title')).toHaveValue('Mine');
  expect(await site.drafts()).toHaveLength(3);
});

test('an offer and its question stay when the window is looked at again and more drafts are there', async ({
  page,
  site,
}) => {
  for (const title of ['Oldest', 'Middle', 'Newest']) await site.keepDraft({ title });
  await page.goto('/');
  await enterPortal(page);
  await restoreOffer(page).getByRole('button', { name: 'Next draft' }).click();
  await restoreOffer(page).getByRole('button', { name: 'Discard' }).click();
  await expect(confirmDialog(page)).toContainText('Middle');
  await site.keepDraft({ title: 'Newer still' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('3 more drafts are waiting.')).toBeVisible();
  await expect(confirmDialog(page)).toContainText('Middle');
  await confirm(page);
  await expect(restoreOffer(page)).toContainText('Oldest');
  const titles = (await site.drafts()).map(({ title }) => title);
  expect(titles).toEqual(['Newer still', 'Newest', 'Oldest']);
});
