import { ALTERNATIVE_PASSWORD, KNOWN_PASSWORDS, MAIN_PASSWORD } from '#test/clients/owner.ts';
import { holdRequests } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import { accessDialog, adminDialog, enterPortal, field, openPortal, unlock } from '../../portal.ts';
import { renderLate } from '../../render-late.ts';
import { LOCKED } from '../../trouble.ts';

test('either password unlocks the portal', async ({ page }) => {
  await page.goto('/');
  for (const password of [ALTERNATIVE_PASSWORD, MAIN_PASSWORD]) {
    await openPortal(page);
    await unlock(page, password);
    await expect(page.getByRole('dialog', { name: 'admin portal' })).toBeVisible();
    await expect(accessDialog(page)).toBeHidden();
    await expect(page.getByRole('tab')).toHaveText(['send letter', 'manage letters']);
    await expect(page.getByRole('tab', { name: 'send letter' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Escape');
    await expect(adminDialog(page)).toBeHidden();
  }
});

test('an empty password is refused without a request to the server', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto('/');
  await openPortal(page);
  await unlock(page, '');
  await expect(page.getByRole('alert')).toHaveText('Please enter a password');
  await expect(field(page, 'password')).toBeFocused();
  expect(asked.filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('a wrong password is refused, and the right one works after it', async ({ page, trouble }) => {
  trouble.expect(/401.*\/api\/session/, /413.*\/api\/session/);
  await page.goto('/');
  await openPortal(page);
  // The second is as when the clipboard held a letter: the site does not read so much.
  for (const wrong of [`${MAIN_PASSWORD}!`, 'x'.repeat(20_000)]) {
    await unlock(page, wrong);
    await expect(page.getByRole('alert')).toHaveText('Incorrect password');
    await expect(adminDialog(page)).toBeHidden();
  }
  await unlock(page);
  await expect(adminDialog(page)).toBeVisible();
});

test('the portal opens at any address of this machine while the site has no other', async ({
  page,
  site,
}) => {
  await page.goto(site.url.replace('localhost', '127.0.0.1'));
  await openPortal(page);
  await unlock(page);
  await expect(adminDialog(page)).toBeVisible();
});

test.describe('with a SITE_URL', () => {
  const SITE_URL = 'https://letters.example.org';
  test.use({ environment: { ...KNOWN_PASSWORDS, SITE_URL } });

  test('the portal says where it works instead', async ({ page, trouble }) => {
    trouble.expect(/403.*\/api\/session/);
    await page.goto('/');
    await openPortal(page);
    await unlock(page);
    const words = `The address of this site is ${SITE_URL}: open the portal there.`;
    await expect(page.getByRole('alert')).toContainText(words);
  });
});

for (const pace of ['fast', 'slow'])
  test(`the owner of a ${pace} browser that blocks cookies is told so, and can try again`, async ({
    page,
    trouble,
  }) => {
    trouble.expect(/401.*\/api\/portal/);
    trouble.allow(/console: The drafts could not be loaded/);
    if (pace === 'slow') await page.addInitScript(renderLate);
    await page.route('**/api/session', (route) => route.fulfill({ status: 204 }));
    await page.goto('/');
    await openPortal(page);
    await unlock(page);
    await expect(accessDialog(page).getByRole('alert')).toContainText('does not keep this site');
    await expect(page.getByRole('button', { name: 'unlock' })).toBeEnabled();
  });

test('a portal that was closed at once says nothing of cookies when it is opened again', async ({
  page,
  trouble,
}) => {
  trouble.expect(LOCKED);
  await page.goto('/');
  const release = await holdRequests(page, '**/api/portal/live');
  await enterPortal(page);
  const locked = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.keyboard.press('Escape');
  await locked;
  await openPortal(page);
  release();
  // By the time that this has its answer, one to the portal of before would have come.
  await page.evaluate(async () => void (await fetch('/api/portal/live', { method: 'HEAD' })));
  await expect(accessDialog(page).getByRole('alert')).toHaveText('');
});

test('without a credentials document the login says Authentication failed', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/403.*\/api\/session/);
  site.database("DELETE FROM records WHERE kind = 'admin'");
  await page.goto('/');
  await openPortal(page);
  await unlock(page);
  await expect(page.getByRole('alert')).toHaveText('Authentication failed');
  await expect(adminDialog(page)).toBeHidden();
});

test('unreadable credentials are reported as Authentication error, and logged', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(
    /503.*\/api\/session/,
    /console: The portal could not be unlocked/,
    // The process that looks the database through may come across it first, and the same reason is
    // given only once: http/portal/session.test.ts has the words of the portal.
    /^server: .*no such table: records/,
  );
  site.database('ALTER TABLE records RENAME TO records_elsewhere');
  await page.goto('/');
  await openPortal(page);
  await unlock(page);
  await expect(page.getByRole('alert')).toHaveText('Authentication error');
  await expect(adminDialog(page)).toBeHidden();
  site.database('ALTER TABLE records_elsewhere RENAME TO records');
  await unlock(page);
  await expect(adminDialog(page)).toBeVisible();
});

for (const [how, close] of [
  ['its button', (page) => page.getByRole('button', { name: 'Close portal' }).click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
] as const satisfies [string, (page: import('@playwright/test').Page) => Promise<void>][]) {
  test(`closing the portal with ${how} locks it, clears the form and ends the session`, async ({
    page,
    context,
    site,
  }) => {
    await page.goto('/');
    await enterPortal(page);
    const [cookie] = await context.cookies();
    await field(page, 'title').fill('Not finished');
    await field(page, 'content').fill('Still thinking');
    const locked = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.status() === 204,
    );
    await close(page);
    await locked;
    await expect(adminDialog(page)).toBeHidden();

    // Even someone who kept the cookie can do nothing with it.
    const kept = { headers: { Cookie: `${cookie?.name}=${cookie?.value}` } };
    expect((await fetch(`${site.url}/api/portal/letters`, kept)).status).toBe(401);

    await openPortal(page);
    await expect(field(page, 'password')).toHaveValue('');
    await unlock(page);
    await expect(field(page, 'title')).toHaveValue('');
    await expect(field(page, 'content')).toHaveValue('');
  });
}

test('leaving the page ends the session', async ({ page, context, site }) => {
  await page.goto('/');
  await enterPortal(page);
  const [cookie] = await context.cookies();
  const kept = { headers: { Cookie: `${cookie?.name}=${cookie?.value}` } };
  const status = async () => (await fetch(`${site.url}/api/portal/letters`, kept)).status;
  expect(await status()).toBe(200);
  await page.reload();
  await expect.poll(status).toBe(401);
  await openPortal(page);
  await expect(accessDialog(page)).toBeVisible();
});

test('the portal’s code is not loaded until somebody asks for it', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  expect(before).toBeGreaterThan(0);
  expect(scripts.join()).not.toContain('portal');
  await openPortal(page);
  expect(scripts.slice(before).join()).toContain('portal');
});

test('the title gets the focus a moment after the portal opens, unless the owner has moved it by then', async ({
  page,
}) => {
  await page.goto('/');
  await openPortal(page);
  await expect(field(page, 'password')).toBeFocused();
  await unlock(page);
  await expect(field(page, 'title')).toBeFocused();

  await page.keyboard.press('Escape');
  await page.clock.install();
  await openPortal(page);
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const words = document.querySelector<HTMLElement>('[name="content"]');
      words?.focus();
      if (words) observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await unlock(page);
  await expect(field(page, 'content')).toBeFocused();
  await page.clock.fastForward(1000);
  await expect(field(page, 'content')).toBeFocused();
});

test('the portal has its styles whatever styles an extension puts before those of the page', async ({
  newReader,
}) => {
  // An extension's styles need not be allowed by the page's policy.
  const page = await newReader({ bypassCSP: true });
  await page.goto('/');
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.media = 'print';
    document.head.prepend(style);
  });
  await openPortal(page);
  await expect(accessDialog(page)).toHaveCSS('position', 'fixed');
});
