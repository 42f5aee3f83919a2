import type { Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import { pauseClock } from '../../pause-clock.ts';
import {
  accessDialog,
  adminDialog,
  begin,
  die,
  draftStatus,
  endSession,
  enterAndRestore,
  enterPortal,
  enterPortalAndRest,
  field,
  linkDialog,
  restoreOffer,
  submitAndConfirm,
  unlock,
  unsavedQuestion,
  withoutNews,
  write,
  written,
} from '../../portal.ts';
import { testSeparately } from '../../separate-site.ts';

const WORDS = {
  title: '  שלום 🎂 e\u0301',
  date: '2026-03-04',
  content: '\n\n  First line.\n\t\u202eindented 👩‍👩‍👧\n\n\nأكتب إليك من الميناء\n \n',
  signature: 'Mara-Lou O’Neill',
  hidden: true,
};
const DRAFTS = '**/api/portal/drafts/**';

for (const [how, leave] of [
  [
    'its button',
    async (page) => {
      await page.getByRole('button', { name: 'Close portal' }).click();
      await expect(adminDialog(page)).toBeHidden();
    },
  ],
  ['a reload', (page) => page.reload()],
  [
    'the end of its browser',
    async (page) => {
      await expect(draftStatus(page)).toHaveText('draft saved');
      await die(page);
    },
  ],
] as const satisfies [string, (page: Page) => Promise<unknown>][]) {
  test(`an unsent letter is offered again, byte for byte, after ${how} closed the portal`, async ({
    page,
    site,
    newReader,
  }) => {
    await begin(page, WORDS);
    await leave(page);
    await expect.poll(async () => (await site.drafts()).length).toBe(1);
    const later = await newReader();
    await enterAndRestore(later);
    expect(await written(later)).toEqual(WORDS);
    await expect(draftStatus(later)).toHaveText('draft saved');
    await submitAndConfirm(later);
    await expect(linkDialog(later)).toBeVisible();
    await expect.poll(() => site.drafts()).toEqual([]);
  });
}

testSeparately(
  'after the server was killed and restarted, the draft continues where the writer is',
  async ({ page, separateSite: site, trouble }) => {
    trouble.expect(/ERR_CONNECTION_REFUSED/);
    trouble.allow(/ERR_/, /console: The letters could not be loaded/);
    await begin(page, { title: 'Before', content: 'Words' });
    await expect(draftStatus(page)).toHaveText('draft saved');
    await site.kill();
    await write(page, { title: 'Meanwhile' });
    await expect(draftStatus(page)).toHaveText('draft not saved: the site cannot be reached');
    await site.startAgain();
    await expect(draftStatus(page)).toHaveText('draft saved');
    expect(await site.drafts()).toMatchObject([{ title: 'Meanwhile', content: 'Words' }]);
  },
);

test('when the session ends while the owner writes, the password is asked for and writing continues', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/401.*\/api\/portal\/drafts/);
  await withoutNews(page);
  await begin(page, { title: 'One' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  endSession(site);
  await write(page, { title: 'One and two' });
  await expect(accessDialog(page)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('What you wrote is still here.');
  // The words are not lost either if the portal is closed now: it asks.
  await page.keyboard.press('Escape');
  await expect(unsavedQuestion(page)).toContainText('the portal is locked');
  await unsavedQuestion(page).getByRole('button', { name: 'Keep writing' }).click();
  await unlock(page);
  await expect(field(page, 'title')).toHaveValue('One and two');
  await expect(draftStatus(page)).toHaveText('draft saved');
  await expect(restoreOffer(page)).toBeHidden();
  expect((await site.drafts()).map(({ title }) => title)).toEqual(['One and two']);
});

test('a draft is never reported as saved while it is not, and is saved as soon as possible', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/503.*\/api\/portal\/drafts/);
  await page.goto('/');
  await enterPortal(page);
  await expect(draftStatus(page)).toHaveText('');
  await draftStatus(page).evaluate((status) => {
    const said: string[] = [];
    new MutationObserver(() => said.push(status.textContent ?? '')).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { said });
  });
  const refused = Promise.withResolvers<void>();
  await page.route(DRAFTS, async (route) => {
    await refused.promise;
    await route.fulfill({ status: 503, json: {} });
  });
  await write(page, { title: 'Hard to keep' });
  await expect(draftStatus(page)).toHaveText('saving…');
  // At every pause in typing: that it is being saved is not said aloud.
  await expect(draftStatus(page).locator('[aria-hidden]')).toHaveText('saving…');
  refused.resolve();
  await expect(draftStatus(page)).toHaveText('draft not saved: the site cannot save it right now');
  await write(page, { content: 'Words' });

  await page.getByRole('button', { name: 'Close portal' }).click();
  await expect(unsavedQuestion(page)).toContainText('the site cannot save it right now');
  await expect(unsavedQuestion(page).getByRole('button', { name: 'Keep writing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(unsavedQuestion(page)).toBeHidden();
  await expect(field(page, 'title')).toHaveValue('Hard to keep');
  expect(await page.evaluate(() => Reflect.get(window, 'said'))).not.toContain('draft saved');

  await page.unroute(DRAFTS);
  await expect(draftStatus(page)).toHaveText('draft saved');
  expect(await site.drafts()).toMatchObject([{ title: 'Hard to keep', content: 'Words' }]);
});

test('a draft that is too long is reported as not saved, until it is shorter', async ({
  page,
  trouble,
}) => {
  trouble.expect(/413.*\/api\/portal\/drafts/);
  await begin(page, { title: 'Long', content: '語'.repeat(340_000) });
  await expect(draftStatus(page)).toHaveText('draft not saved: it is too long');
  await write(page, { content: 'x' });
  await expect(draftStatus(page)).toHaveText('draft saved');
});

test('without a network the words stay unsaved, and are saved when it is back', async ({
  page,
  context,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_INTERNET_DISCONNECTED/);
  trouble.allow(/console: The letters could not be loaded/);
  await page.clock.install();
  await page.goto('/');
  await enterPortalAndRest(page);
  await context.setOffline(true);
  await write(page, { title: 'In a tunnel' });
  await expect(draftStatus(page)).toHaveText('draft not saved: the site cannot be reached');
  // The next attempt, up to 15 seconds away, never comes.
  await pauseClock(page);
  await context.setOffline(false);
  await expect(draftStatus(page)).toHaveText('draft saved');
  expect(await site.drafts()).toMatchObject([{ title: 'In a tunnel' }]);
});

test('a page that is hidden saves its draft at once, since it may never be shown again', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.goto('/');
  await enterPortal(page);
  // The second after the last key never ends.
  await pauseClock(page);
  await write(page, { title: 'Put away' });
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => site.drafts()).toMatchObject([{ title: 'Put away' }]);
});

test('an empty form has no draft, and emptying a form deletes its draft', async ({
  page,
  site,
}) => {
  await begin(page, { title: 'On second thought' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  await write(page, { title: '' });
  await expect(draftStatus(page)).toHaveText('');
  await expect.poll(() => site.drafts()).toEqual([]);
  await expect(restoreOffer(page)).toBeHidden();
});
