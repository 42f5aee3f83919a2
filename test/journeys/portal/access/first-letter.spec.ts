import { expect, test } from '../../journey.ts';
import { pauseClock } from '../../pause-clock.ts';
import {
  accessDialog,
  adminDialog,
  begin,
  closeLink,
  confirm,
  confirmDialog,
  field,
  linkDialog,
  openPortal,
  submit,
  submitAndConfirm,
  unlock,
  write,
} from '../../portal.ts';
import { testSeparately } from '../../separate-site.ts';

test.describe('on a site that nobody has configured', () => {
  testSeparately.use({ environment: {} });

  testSeparately(
    'the first start prints passwords, and with them a letter is sent to its reader',
    async ({ page, separateSite: site, newReader }) => {
      const passwords = /opens with (\S+) or (\S+) \(shown only this once\)/.exec(site.terminal);
      const [, main = '', alternative = ''] = passwords ?? [];
      const reader = await newReader();
      await reader.goto('/');
      await expect(reader.getByRole('heading', { name: 'No Letters Yet' })).toBeVisible();

      await page.goto('/');
      await openPortal(page);
      await unlock(page, main);
      await write(page, {
        title: 'For the first reader',
        date: '2026-11-20',
        content: 'Dear you,\n\nthe kettle is on.',
        signature: 'Your neighbour',
      });
      await submit(page);
      await expect(confirmDialog(page)).toContainText('Are you sure you want to send this letter?');
      await confirm(page);
      await expect(linkDialog(page)).toBeVisible();
      const link = linkDialog(page).getByRole('textbox');
      await expect(link).toHaveValue(new RegExp(`^${site.url}/letter/[A-Za-z0-9]{22}$`));
      const address = await link.inputValue();

      // The reader has only waited.
      const envelope = reader.getByRole('link', { name: 'For the first reader' });
      await expect(envelope).toContainText('November 20, 2026');
      await expect(reader.getByText('No Letters Yet')).toBeHidden();
      await envelope.click();
      const letter = reader.getByRole('dialog', { name: 'For the first reader' });
      await expect(letter).toContainText('the kettle is on.');
      await expect(letter).toContainText('Your neighbour');
      await expect(reader).toHaveURL(address);

      await closeLink(page);
      await expect(linkDialog(page)).toBeHidden();
      await expect(adminDialog(page)).toBeHidden();
      await expect(page.getByRole('link', { name: 'For the first reader' })).toBeVisible();

      await openPortal(page);
      await unlock(page, alternative);
      await expect(adminDialog(page)).toBeVisible();
    },
  );
});

test('a letter’s link opens it for somebody who was never here before', async ({
  page,
  site,
  newReader,
}) => {
  await begin(page, { title: 'By link', content: 'Only a few words.' });
  await submitAndConfirm(page);
  const address = await linkDialog(page).getByRole('textbox').inputValue();
  const stranger = await newReader();
  await stranger.goto(address);
  await expect(stranger).toHaveTitle('A letter for you!');
  await stranger.getByRole('link', { name: 'By link' }).click();
  await expect(stranger.getByRole('dialog', { name: 'By link' })).toContainText(
    'Only a few words.',
  );
  expect(address.startsWith(`${site.url}/letter/`)).toBe(true);
});

test('the portal asks for a password first, and shows nothing else', async ({ page, site }) => {
  await site.send({ title: 'A hidden one', hidden: true });
  await page.goto('/');
  await openPortal(page);
  await expect(accessDialog(page).getByRole('textbox')).toHaveAttribute('type', 'password');
  await expect(adminDialog(page)).toBeHidden();
  await expect(page.getByText('A hidden one')).toHaveCount(0);
});

test('a password that is typed as soon as it is asked for is complete', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await pauseClock(page);
  await openPortal(page);
  // The dialog has the focus, and its field does not get it yet.
  await page.clock.runFor(100);
  await expect(accessDialog(page)).toBeFocused();
  await page.keyboard.type('letters');
  await expect(field(page, 'password')).toHaveValue('letters');
});
