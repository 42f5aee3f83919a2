import { animationPace } from '../animation-pace.ts';
import { expect, test } from '../journey.ts';
import {
  action,
  begin,
  beginEdit,
  closeLink,
  confirmDialog,
  discard,
  draftStatus,
  enterPortal,
  enterPortalAndRest,
  field,
  linkDialog,
  openManageTab,
  openPortal,
  restoreOffer,
  send,
  unlock,
  unsavedQuestion,
  write,
} from '../portal.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('each draft needs a confirmation of its own, and after the last was discarded the focus goes to the form', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'Needed', content: 'The only copy.' });
  await site.keepDraft({ title: 'Not needed' });
  const deleted: string[] = [];
  page.on('request', (one) => one.method() === 'DELETE' && deleted.push(one.url()));
  await page.goto('/');
  await enterPortal(page);
  await restoreOffer(page).getByRole('button', { name: 'Discard' }).click();
  const confirmation = confirmDialog(page).getByRole('button', { name: 'Confirm' });
  await confirmation.hover();
  const setPace = await animationPace(page);
  await setPace(0);
  await confirmation.click();
  await expect(page.locator('.unsent__title')).toHaveText('Needed');
  // The second press of a double click, while the question fades.
  await page.mouse.down();
  await page.mouse.up();
  await setPace(1);
  await expect(confirmDialog(page)).toHaveCount(0);
  expect(deleted).toHaveLength(1);
  await discard(page);
  await expect(restoreOffer(page)).toBeHidden();
  await expect(field(page, 'title')).toBeFocused();
});

test('nothing more is written into a portal that fades out, where it would be lost', async ({
  page,
}) => {
  await begin(page, { title: 'Kept' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  // A device so slow that it never gets to it.
  await page.evaluate(() => {
    document.startViewTransition = () => {
      document.documentElement.dataset.fading = '';
      return { ready: Promise.resolve() } as ViewTransition;
    };
  });
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveAttribute('data-fading');
  await page.keyboard.type(' not');
  await expect(field(page, 'title')).toHaveValue('Kept');
});

for (const way of ['the link of a sent letter', 'a question about unsaved words']) {
  test(`a letter that Forward leads to keeps the focus when the portal is closed from ${way}`, async ({
    page,
    site,
    trouble,
  }) => {
    await site.send({ title: 'Read before', content: 'Read me.' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Read before' }).click();
    await expect(page).toHaveURL(/\/letter\//);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await enterPortal(page);
    const sent = way.startsWith('the link');
    if (sent) await send(page, { title: 'Off it goes', content: 'Words' });
    else {
      trouble.expect(/ERR_FAILED.*drafts/);
      await page.route('**/api/portal/drafts/**', (route) => route.abort());
      await write(page, { title: 'Unsaved' });
      await expect(draftStatus(page)).toContainText('draft not saved');
      await page.getByRole('button', { name: 'Close portal' }).click();
      await expect(unsavedQuestion(page)).toBeVisible();
    }
    await page.goForward();
    await expect(page).toHaveURL(/\/letter\//);
    if (sent) await closeLink(page);
    else await page.getByRole('button', { name: 'Close anyway' }).click();
    const card = page.getByRole('dialog', { name: 'Read before' });
    await expect(page.locator('html')).toHaveAttribute('data-covered');
    await expect(card.getByRole('heading')).toBeFocused();
  });
}

test('another letter that is edited in spite of unsaved words has the focus on its title', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED.*drafts/);
  await site.send({ title: 'The first' });
  await site.send({ title: 'The second' });
  await page.route('**/api/portal/drafts/**', (route) => route.abort());
  await beginEdit(page, 'The first');
  await write(page, { title: 'Changed' });
  await expect(draftStatus(page)).toContainText('draft not saved');
  await openManageTab(page);
  await action(page, 'edit', 'The second').click();
  await page.getByRole('button', { name: 'Edit anyway' }).click();
  await expect(field(page, 'title')).toHaveValue('The second');
  await expect(unsavedQuestion(page)).toHaveCount(0);
  await expect(field(page, 'title')).toBeFocused();
});

test('while the portal fades out, the page can be used already', async ({ page, site }) => {
  await site.send({ title: 'Underneath', content: 'Words' });
  await page.goto('/');
  await enterPortalAndRest(page);
  const setPace = await animationPace(page);
  await setPace(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('.portal')).toHaveCount(0);
  const fading = () =>
    page.evaluate(() => document.getAnimations().map(({ effect }) => effect?.getComputedTiming()));
  await expect.poll(fading).not.toEqual([]);
  await page.getByRole('link', { name: 'Underneath' }).click();
  await expect(page).toHaveURL(/\/letter\//);
  await setPace(1);
});

test('a link that was shown fades out, and the gutter of the scroll bar darkens and brightens as slowly as the page', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Shown' });
  await page.goto('/');
  const setPace = await animationPace(page);
  await setPace(0);
  const moves = (what: string) =>
    expect.poll(() =>
      page.evaluate(
        (what) =>
          document.getAnimations().some(({ effect }) => {
            const { target, pseudoElement } = effect as KeyframeEffect;
            return what === (pseudoElement ?? target?.tagName);
          }),
        what,
      ),
    );
  await openPortal(page);
  await moves('HTML').toBe(true);
  await setPace(1);
  await unlock(page);
  await openManageTab(page);
  await action(page, 'QR code', 'Shown').click();
  await expect(linkDialog(page)).toBeVisible();
  await moves('HTML').toBe(false);
  await setPace(0);
  await page.keyboard.press('Escape');
  await expect(linkDialog(page)).toHaveCount(0);
  const fading = '::view-transition-old(match-element)';
  await moves(fading).toBe(true);
  await setPace(1);
  await moves(fading).toBe(false);
  await setPace(0);
  await page.keyboard.press('Escape');
  await moves('HTML').toBe(true);
  await setPace(1);
});

test('the desk unfolds from the card that asked for the password', async ({ page }) => {
  await page.goto('/');
  await openPortal(page);
  const card = page.locator('.portal');
  // It has come to rest.
  await expect(card).toHaveCSS('opacity', '1');
  const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {};
  const setPace = await animationPace(page);
  await setPace(0);
  await unlock(page);
  await expect(page.locator('.portal--wide')).toBeVisible();
  // It may have moved for a frame.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.currentTime = 0;
  });
  await expect(page.locator('.portal--wide')).toHaveCSS('opacity', '1');
  /** Whether the desk can be seen, and so be touched, at a point of the window. */
  const shows = (left: number, top: number) =>
    page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.closest('.portal') != null,
      [left, top] as const,
    );
  expect(await shows(x + 20, y + 20)).toBe(true);
  expect(await shows(x + width - 20, y + height - 20)).toBe(true);
  expect(await shows(x - 30, y + height / 2)).toBe(false);
  expect(await shows(x + width / 2, y - 30)).toBe(false);
  await setPace(1);
});
