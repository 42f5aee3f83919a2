import { MAIN_PASSWORD } from '../owner.ts';
import { expect, test } from './journey.ts';
import { pauseClock } from './pause-clock.ts';
import { adminDialog, field, openPortal } from './portal.ts';

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
