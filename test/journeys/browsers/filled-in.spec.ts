import { MAIN_PASSWORD } from '#test/clients/owner.ts';
import { expect, test } from '../journey.ts';
import { pauseClock } from '../pause-clock.ts';
import {
  adminDialog,
  begin,
  beginEdit,
  confirm,
  draftStatus,
  field,
  linkDialog,
  openPortal,
  submit,
} from '../portal.ts';

test('a password manager that submits the form itself puts no password into the address, and the portal can still be unlocked', async ({
  page,
  trouble,
}) => {
  trouble.expect(/form-action/);
  await page.goto('/');
  await openPortal(page);
  await field(page, 'password').focus();
  await field(page, 'password').evaluate((input: HTMLInputElement, password) => {
    input.value = password;
    input.form?.submit();
  }, MAIN_PASSWORD);
  await page.keyboard.press('Enter');
  // Not by locators: Playwright would wait for the navigation, which was refused.
  await page.waitForFunction(() => document.querySelector('[name="title"]'));
  expect(page.url()).not.toContain(MAIN_PASSWORD);
});

test('a password that the browser fills in while the portal is still opening unlocks it, and causes no error', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await pauseClock(page);
  await openPortal(page);
  // As Chrome does: its events for keys are of no key.
  await field(page, 'password').evaluate((input: HTMLInputElement, password) => {
    input.value = password;
    for (const kind of ['keydown', 'input', 'keyup', 'change'])
      input.dispatchEvent(new Event(kind, { bubbles: true }));
  }, MAIN_PASSWORD);
  await page.getByRole('button', { name: 'unlock' }).click();
  await expect(adminDialog(page)).toBeVisible();
});

test('what a program writes into a letter without a word to the page stays there, and is kept as a draft', async ({
  page,
  site,
}) => {
  await begin(page, { title: 'By hand' });
  const content = field(page, 'content');
  const dictate = (words: string) =>
    content.evaluate((letter: HTMLTextAreaElement, text) => {
      letter.value += text;
    }, words);
  await dictate('One. ');
  await expect(draftStatus(page)).toHaveText('draft saved');
  await expect(content).toHaveValue('One. ');
  await field(page, 'signature').focus();
  await page.keyboard.type('Mara');
  await dictate('Two.');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await site.drafts())[0]?.content).toBe('One. Two.');
});

test('a line break in an imported title stays where another field is left or changed', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'Two\nlines', content: 'Words' });
  await beginEdit(page, 'Two lines');
  await field(page, 'content').focus();
  await page.keyboard.press('Tab');
  await field(page, 'content').press('End');
  await expect(draftStatus(page)).toBeEmpty();
  await page.keyboard.type(' more');
  await submit(page);
  await confirm(page);
  await expect(linkDialog(page)).toBeVisible();
  expect(await site.stored(letter)).toMatchObject({ title: 'Two\nlines' });
});
