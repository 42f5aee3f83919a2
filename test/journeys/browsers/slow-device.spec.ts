import { holdFrames } from '../hold-frames.ts';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import {
  accessDialog,
  adminDialog,
  draftStatus,
  endSession,
  enterPortal,
  enterPortalAndRest,
  field,
  openManageTab,
  openPortal,
  unlock,
  write,
} from '../portal.ts';
import { holdRendering, renderLate } from '../render-late.ts';
import { LOCKED } from '../trouble.ts';

test('the password can be typed at once, however late the first frame of the portal is', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'portal', exact: true }).hover();
  await page.evaluate(() => {
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (draw) =>
      Number(setTimeout(() => requestAnimationFrame.call(window, draw), 500));
  });
  await openPortal(page);
  await expect(accessDialog(page).getByLabel('password')).toBeFocused();
});

test('when the portal is closed, nobody asks whether its session has ended, however slow the browser is', async ({
  page,
}) => {
  await page.addInitScript(renderLate);
  await page.goto('/');
  // As it opens it asks, too.
  await enterPortalAndRest(page);
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(`${request.method()} ${new URL(request.url()).pathname}`),
  );
  // It is closed when the draft is saved.
  await write(page, { title: 'Kept' });
  await page.getByRole('button', { name: 'Close portal' }).click();
  await expect(adminDialog(page)).toBeHidden();
  await openPortal(page);
  await expect.poll(() => asked).toContain('DELETE /api/session');
  expect(asked).not.toContain('HEAD /api/portal/live');
});

test('a portal that is closed before its rooms are rendered is locked all the same', async ({
  page,
}) => {
  await page.goto('/');
  await openPortal(page);
  const rendering = await holdRendering(page);
  const answered = (method: string) =>
    page.waitForResponse(
      (response) => response.request().method() === method && response.url().includes('/api/'),
    );
  // The session is asked about as soon as it is there.
  const unlocked = answered('HEAD');
  await unlock(page);
  await unlocked;
  const locked = answered('DELETE');
  await page.keyboard.press('Escape');
  await rendering.release();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL((await locked).url()).pathname).toBe('/api/session');
});

test('what a portal still reads is given up when it is closed, since it would be refused', async ({
  page,
}) => {
  await page.goto('/');
  const lists = /portal\/(drafts|letters)/;
  const release = await holdRequests(page, lists);
  const givenUp: string[] = [];
  page.on('requestfailed', (request) => givenUp.push(lists.exec(request.url())?.[1] ?? 'other'));
  const asked = Promise.all([
    page.waitForRequest('**/api/portal/drafts'),
    page.waitForRequest('**/api/portal/letters?*'),
  ]);
  await enterPortal(page);
  await openManageTab(page);
  await asked;
  await page.keyboard.press('Escape');
  await expect.poll(() => givenUp).toEqual(expect.arrayContaining(['drafts', 'letters']));
  release();
});

test('a refusal that comes after the portal was unlocked anew does not lock it', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/401.*\/api\/portal\/letters/, LOCKED);
  await page.goto('/');
  await enterPortalAndRest(page);
  const late = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let isFirst = true;
  // Not with `times`: a route that ends while its request is held may let that go.
  await page.route('**/api/portal/letters?*', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    held.resolve();
    await late.promise;
    await route.fulfill({ status: 401, json: { code: 'session-missing' } });
  });
  await openManageTab(page);
  await held.promise;
  // From the list, the unlock would lead back to it. The form asks for the drafts anew, and is to be answered before
  // the session ends.
  const drafts = page.waitForResponse('**/api/portal/drafts');
  await page.getByRole('tab', { name: 'send letter' }).click();
  await (await drafts).finished();
  endSession(site);
  await expect(accessDialog(page)).toBeVisible();
  await unlock(page);
  await write(page, { title: 'New' });
  const again = page.waitForResponse((one) => one.ok() && one.url().includes('letters?'));
  late.resolve();
  // It is asked for once more.
  await again;
  await expect(draftStatus(page)).toHaveText('draft saved');
});

test('a press on a seal opens the letter, also if the seal breaks before the press has ended', async ({
  page,
  context,
  site,
}) => {
  const { id } = await site.send({ title: 'Known already' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'Known already' });
  await envelope.locator('.envelope__seal').hover({ force: true });
  await page.mouse.down();
  // As it does when the page has found out that the letter was opened before.
  const other = await context.newPage();
  await other.goto(`/letter/${id}#letter`);
  await expect(other.locator('.sheet[data-alive]')).toBeVisible();
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(envelope).toContainText('opened before', { timeout: 100 });
  }).toPass();
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Known already' })).toBeVisible();
});

test('a tab of the portal takes the place of the other at once, however late the next frame is', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  const paintAgain = await holdFrames(page);
  await openManageTab(page);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(field(page, 'title')).toBeHidden();
  await paintAgain();
});
