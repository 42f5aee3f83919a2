import { expect, test } from '../../journey.ts';
import {
  action,
  beginManaging,
  closeLink,
  confirm,
  confirmDialog,
  linkDialog,
  managed,
  submit,
  write,
} from '../../portal.ts';

test('a letter is hidden and published again by editing it', async ({ page, site, newReader }) => {
  const { id } = await site.send({ title: 'Now you see me' });
  const reader = await newReader();
  await reader.goto('/');
  const envelope = reader.getByRole('link', { name: 'Now you see me' });
  await expect(envelope).toBeVisible();

  async function setHidden(hidden: boolean, question: string) {
    await beginManaging(page);
    await expect(managed(page, 'Now you see me').getByText('hidden', { exact: true })).toHaveCount(
      hidden ? 0 : 1,
    );
    await action(page, 'edit', 'Now you see me').click();
    await write(page, { hidden });
    await submit(page);
    await expect(confirmDialog(page).getByText(question, { exact: true })).toBeVisible();
    await confirm(page);
    await expect(linkDialog(page).getByRole('textbox')).toHaveValue(`${site.url}/letter/${id}`);
    await closeLink(page);
  }

  await setHidden(
    true,
    'Are you sure you want to update this letter? (This letter will be hidden from the main page)',
  );
  await expect(envelope).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Now you see me' })).toHaveCount(0);

  await setHidden(false, 'Are you sure you want to update this letter?');
  await expect(envelope).toBeVisible();
  await expect(page.getByRole('link', { name: 'Now you see me' })).toBeVisible();
});

test('a hidden letter that was read leaves nothing that leads to it', async ({ page, site }) => {
  await site.send({ title: 'For all' });
  const secret = await site.send({ title: 'Secret', content: 'Nobody knows.', hidden: true });
  const card = page.getByRole('dialog');
  // By its link, on the home page, and with a reload, after which it is no longer open.
  await page.goto(`/letter/${secret.id}`);
  await page.getByRole('link', { name: 'Secret' }).click();
  await expect(card).toContainText('Nobody knows.');
  await page.reload();
  await page.goto(`/#letter-${secret.id}`);
  await expect(card).toContainText('Nobody knows.');
  await page.goto('/');
  const kept = () =>
    page.evaluate(async () => {
      const cached: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          cached.push(request.url, (await (await cache.match(request))?.text()) ?? '');
        }
      }
      const databases = (await indexedDB.databases()).map(({ name }) => name);
      const { localStorage, sessionStorage } = window;
      return JSON.stringify([cached, databases, localStorage, sessionStorage, document.cookie]);
    });
  await expect.poll(kept).toContain('For all');
  expect(await kept()).toContain('letters-opened');
  for (const trace of [secret.id, 'Secret', 'Nobody knows']) {
    expect(await kept()).not.toContain(trace);
  }
});
