import type { Page } from '@playwright/test';
import { OWNER_NAME } from '#test/clients/owner.ts';
import { holdRequests } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import {
  adminDialog,
  begin,
  closeLink,
  confirm,
  confirmDialog,
  enterPortal,
  field,
  linkDialog,
  openPortal,
  send,
  submit,
  submitAndConfirm,
  unlock,
  write,
} from '../../portal.ts';

const REQUIRED = 'Please fill in title and content fields';

test('the form has a title, a date, ten rows for the letter, a signature and a box to hide it', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  await expect(field(page, 'content')).toHaveAttribute('rows', '10');
  for (const name of ['title', 'date', 'content', 'signature']) {
    await expect(field(page, name)).toHaveValue('');
  }
  await expect(field(page, 'signature')).toHaveAttribute('autocorrect', 'off');
  await expect(field(page, 'hidden')).not.toBeChecked();
  await expect(page.getByLabel('title')).toBeVisible();
  await expect(page.getByLabel('letter', { exact: true }).last()).toBeVisible();
});

for (const [missing, letter] of [
  ['a title', { title: '', content: 'Words' }],
  ['content', { title: 'A title', content: '' }],
  ['more than blanks', { title: '  ', content: ' \n\t ' }],
] as const) {
  test(`a letter without ${missing} is not sent`, async ({ page }) => {
    await begin(page, letter);
    await submit(page);
    await expect(page.getByRole('alert').filter({ hasText: REQUIRED })).toBeVisible();
    await expect(confirmDialog(page)).toBeHidden();
    await expect(field(page, 'title')).toHaveValue(letter.title);
    await expect(field(page, 'content')).toHaveValue(letter.content);
  });
}

/**
 * How far the place kept for a scroll bar, which nothing can cover, is from the colour of the desk under
 * all that covers it: the furthest of three channels, of 255.
 */
const strangenessOfTheEdge = (page: Page) =>
  page.evaluate(() => {
    const styleOf = (part: Element) => getComputedStyle(part).backgroundColor;
    const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const mixed = (colors: string[]) => {
      if (!paint) throw new Error('There is no canvas.');
      for (const color of colors) {
        paint.fillStyle = color;
        paint.fillRect(0, 0, 1, 1);
      }
      return [...paint.getImageData(0, 0, 1, 1).data];
    };
    const covers = [...document.querySelectorAll('.portal__backdrop')].map(styleOf);
    const desk = mixed([styleOf(document.body), ...covers]);
    const edge = mixed([styleOf(document.documentElement)]);
    return Math.max(...edge.map((channel, at) => Math.abs(channel - (desk[at] ?? 0))));
  });

test('an invalid signature opens the Signature Warning, and nothing is sent', async ({ page }) => {
  await page.goto('/');
  await enterPortal(page);
  expect(await strangenessOfTheEdge(page)).toBeLessThanOrEqual(1);
  await write(page, { title: 'A title', content: 'Words', signature: 'test123' });
  await submit(page);
  const warning = page.getByRole('alertdialog', { name: 'Signature Warning', exact: true });
  await expect(warning.getByText('Signature is not right.')).toBeVisible();
  await expect(page.getByText('Signature is not right.')).toHaveCount(1);
  expect(await strangenessOfTheEdge(page)).toBeLessThanOrEqual(1);
  await expect(warning).toContainText(
    'Please enter a valid name or leave the field empty to use the default signature.',
  );
  await expect(confirmDialog(page)).toBeHidden();
  await warning.getByRole('button').click();
  await expect(warning).toBeHidden();
  await expect(field(page, 'signature')).toHaveValue('test123');
  await expect(field(page, 'content')).toHaveValue('Words');
});

test("a letter without a signature is signed with the owner's name", async ({ page }) => {
  await page.goto('/');
  await enterPortal(page);
  await page.goto(await send(page, { title: 'Unsigned', content: 'Words' }));
  await page.getByRole('link', { name: 'Unsigned' }).click();
  await expect(page.getByRole('dialog')).toContainText(OWNER_NAME);
});

test('Cancel in the confirmation sends nothing and keeps the words', async ({ page }) => {
  await page.goto('/');
  await enterPortal(page);
  await write(page, { title: 'On second thought', content: 'Words' });
  await submit(page);
  await expect(confirmDialog(page)).toContainText('Are you sure you want to send this letter?');
  await expect(confirmDialog(page)).not.toContainText('hidden from the main page');
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmDialog(page)).toBeHidden();
  await expect(field(page, 'title')).toHaveValue('On second thought');
  await expect(field(page, 'content')).toHaveValue('Words');
  await page.getByRole('button', { name: 'Close portal' }).click();
  await expect(page.getByRole('heading', { name: 'No Letters Yet' })).toBeVisible();
});

test('the confirmation says when a letter will be hidden, and then it is', async ({ page }) => {
  await begin(page, { title: 'Just for you', content: 'Words', hidden: true });
  await submit(page);
  await expect(
    confirmDialog(page).getByText(
      'Are you sure you want to send this letter? (This letter will be hidden from the main page)',
      { exact: true },
    ),
  ).toBeVisible();
  await confirm(page);
  const address = await linkDialog(page).getByRole('textbox').inputValue();
  await closeLink(page);
  await expect(page.getByRole('heading', { name: 'No Letters Yet' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('link', { name: 'Just for you' })).toBeVisible();
});

test('while a letter is being sent, its buttons are disabled and say so', async ({ page }) => {
  await page.goto('/');
  await enterPortal(page);
  const release = await holdRequests(page, '**/api/portal/letters');
  await write(page, { title: 'In the post', content: 'Words' });
  await submitAndConfirm(page);
  await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect(confirmDialog(page).getByRole('button', { name: 'Confirm' })).toBeDisabled();
  const button = page.locator('button[type=submit]');
  await expect(button).toBeDisabled();
  await expect(button).toHaveText('sending...');
  await page.keyboard.press('Escape');
  await expect(confirmDialog(page)).toBeVisible();
  release();
  await expect(linkDialog(page)).toBeVisible();
  await expect(confirmDialog(page)).toBeHidden();
});

test('after a letter is sent the form is empty, and closing its link closes the portal', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  await send(page, { title: 'Sent', content: 'Words', signature: 'Mara', hidden: true });
  for (const name of ['title', 'date', 'content', 'signature']) {
    await expect(field(page, name)).toHaveValue('');
  }
  await expect(field(page, 'hidden')).not.toBeChecked();
  await expect(linkDialog(page).getByRole('textbox')).toHaveAttribute('readonly');
  const portal = page.getByRole('dialog', { name: 'admin portal', includeHidden: true });
  await expect(portal).toHaveCount(1);
  await closeLink(page);
  await expect(portal).toHaveCount(0);
  await openPortal(page);
  await unlock(page);
  await expect(adminDialog(page)).toBeVisible();
});

test("a letter without a date gets the owner's local date, whatever the time zone", async ({
  newReader,
}) => {
  const reader = await newReader({ timezoneId: 'UTC' });
  for (const { timezoneId, now, shown } of [
    {
      timezoneId: 'Pacific/Kiritimati',
      now: '2026-11-20T12:00:00Z',
      shown: 'November 21, 2026',
    },
    {
      timezoneId: 'Pacific/Pago_Pago',
      now: '2026-11-20T05:00:00Z',
      shown: 'November 19, 2026',
    },
  ]) {
    const page = await newReader({ timezoneId });
    await page.clock.setFixedTime(now);
    await page.goto('/');
    await enterPortal(page);
    const address = await send(page, { title: 'Today', content: 'Words' });
    await reader.goto(address);
    await expect(reader.getByRole('link', { name: 'Today' })).toContainText(shown);
  }
});

test('beside the form the letter is previewed as it will be read', async ({ page }) => {
  await page.goto('/');
  await enterPortal(page);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Untitled' })).toBeVisible();
  await write(page, { title: 'שלום', date: '2026-02-03', content: 'One.\n\n   Two.' });
  await expect(preview.getByRole('heading', { name: 'שלום' })).toBeVisible();
  await expect(preview).toContainText('February 3, 2026');
  await expect(preview.locator('.sheet__content')).toHaveText('One.\n\n   Two.', {
    useInnerText: true,
  });
  await expect(preview).toContainText(OWNER_NAME);
  await write(page, { signature: 'Mara', hidden: true });
  await expect(preview).toContainText('Mara');
  await expect(preview).toContainText('Only those who have its link will find it.');
  // Here its envelope is only a picture: it can be neither focused nor heard.
  await expect(preview.locator('.envelope')).toContainText('February 3, 2026');
  await expect(preview.locator('a')).toHaveCount(0);
});

test('a letter without a date is previewed with the day on which it would be sent, also past midnight', async ({
  page,
}) => {
  await page.clock.install({ time: new Date(2026, 11, 31, 23, 55) });
  await page.goto('/');
  const drafts = page.waitForResponse('**/api/portal/drafts');
  await enterPortal(page);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('December 31, 2026');
  // A request that is under way would be given up.
  await (await drafts).finished();
  await page.clock.fastForward(360_000);
  await expect(preview).toContainText('January 1, 2027');
  await expect(preview).not.toContainText('December');
});

test('a letter that is written on after its computer has slept past midnight is previewed with the new day', async ({
  page,
}) => {
  await page.clock.install({ time: new Date(2026, 11, 31, 23, 50) });
  await page.goto('/');
  await enterPortal(page);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('December 31, 2026');
  // Timers do not run on meanwhile, and so are late.
  await page.clock.setSystemTime(new Date(2027, 0, 1, 0, 5));
  await write(page, { title: 'Happy New Year' });
  await expect(preview).toContainText('Happy New Year');
  await expect(preview).not.toContainText('December');
});
