import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import {
  action,
  adminDialog,
  begin,
  closeLink,
  confirmDialog,
  draftStatus,
  enterPortal,
  linkDialog,
  openManageTab,
  openPortal,
  send,
} from '../portal.ts';

/** The altered styles are not those whose digests the policy names. */
test.use({ contextOptions: { reducedMotion: 'reduce' }, bypassCSP: true, serviceWorkers: 'block' });

/** What browsers of 2022 lack, under names that no browser knows: they are dropped in the same way. */
const UNKNOWN_STYLES = [
  [/@media [^{]*[<>][^{]*/g, '@media unknown'],
  [/@container/g, '@unknown'],
  [/:has\(/g, ':unknown('],
  [/color-mix\(/g, 'unknown('],
  [/(?<=[;{])(?=(?:translate|rotate|scale):)/g, 'unknown-'],
  [/(?<=\d)(?:cqi|[dls]vh)/g, 'unknown'],
] as const;

async function forgetStyles(page: Page, address = '/'): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(/<style id="styles">[\s\S]*?<\/style>/, (styles) =>
      UNKNOWN_STYLES.reduce((text, [known, unknown]) => text.replace(known, unknown), styles),
    );
    expect(body.includes('unknown(in srgb')).toBe(true);
    await route.fulfill({ response, body });
  });
}

test('in a browser that lacks newer styles, the grid has its columns, and seals and notices are centred', async ({
  page,
  site,
}) => {
  for (const title of ['One', 'Two', 'Three', 'Four']) await site.send({ title });
  await forgetStyles(page);
  await page.setViewportSize({ width: 800, height: 400 });
  await page.goto('/');
  const columns = await page
    .locator('.grid__part')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  expect(columns).toBe(3);

  const middle = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { x, width } = element.getBoundingClientRect();
        return Math.round(x + width / 2);
      });
  expect(await middle('.envelope__seal')).toBe(await middle('.envelope__body'));
  await page.evaluate(() => scrollTo(0, 200));
  await site.send({ title: 'Five' });
  await expect(page.locator('.notice')).toBeVisible();
  expect(await middle('.notice')).toBe(await middle('html'));
});

test('in a browser that lacks newer styles, the page fills the window, and by night a letter lies on its framed paper', async ({
  page,
  site,
}) => {
  await site.send({ title: 'By lamplight' });
  await forgetStyles(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 800, height: 1200 });
  await page.goto('/');
  expect((await page.locator('body').boundingBox())?.height).toBe(1200);
  await page.getByRole('link', { name: 'By lamplight' }).click();
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name);
  expect(await style('.sheet__paper', 'background-color')).toBe('rgb(55, 44, 32)');
  expect(await style('.sheet__letter', 'border-top-style')).toBe('double');
  // Not as strong as its words.
  const frame = await style('.sheet__letter', 'border-top-color');
  expect(frame).not.toBe(await style('.sheet__letter', 'color'));
});

test('in a browser that lacks newer selectors, a letter is printed without the page under it', async ({
  page,
  site,
}) => {
  const { id } = await site.send({ title: 'On paper', content: 'Alone.' });
  await forgetStyles(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'On paper' }).click();
  await expect(page.locator('[data-covered]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Alone.')).toBeVisible();
  await expect(page.getByText('For you.')).toBeHidden();

  await forgetStyles(page, `/letter/${id}`);
  await page.goto(`/letter/${id}`);
  await expect(page.getByText('Alone.')).toBeVisible();
  await expect(page.getByText('A letter for you!')).toBeHidden();
});

test('in a browser that measures no envelope in print, the words on that of a link have the size that they have in the list', async ({
  page,
  site,
}) => {
  await site.send({ title: 'A link on paper' });
  await page.goto('/');
  await enterPortal(page);
  await openManageTab(page);
  await action(page, 'QR code', 'A link on paper').click();
  await page.emulateMedia({ media: 'print' });
  // Whatever the units of what is measured are taken for.
  const envelope = linkDialog(page).locator('.envelope');
  expect(await envelope.evaluate((one) => getComputedStyle(one).containerType)).toBe('normal');
  const sizes = ['.envelope__title', '.envelope__date'].map((words) =>
    envelope.locator(words).evaluate((one) => getComputedStyle(one).fontSize),
  );
  expect(await Promise.all(sizes)).toEqual(['14.7px', '12.6px']);
});

test('in a browser that cannot mix colours, a button keeps its own under the pointer', async ({
  page,
}) => {
  await forgetStyles(page);
  await page.goto('/');
  await openPortal(page);
  const unlock = page.getByRole('button', { name: 'unlock' });
  const colour = () =>
    unlock.evaluate(async (button) => {
      await Promise.all(button.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(button).backgroundColor;
    });
  const own = await colour();
  await unlock.hover();
  expect(await colour()).toBe(own);
});

test('in a browser that lacks newer functions, the owner can send a letter and open it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const newer: [object, string[]][] = [
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
      [Set.prototype, ['difference', 'intersection', 'isSubsetOf', 'union']],
      [Element.prototype, ['checkVisibility', 'moveBefore']],
      [AbortSignal, ['any', 'timeout']],
      [Object, ['groupBy']],
      [Promise, ['try', 'withResolvers']],
      [URL, ['canParse', 'parse']],
      [Document.prototype, ['adoptedStyleSheets']],
      [
        window,
        [
          'CloseWatcher',
          'CSSStyleSheet',
          'Iterator',
          'navigation',
          'requestIdleCallback',
          'scheduler',
        ],
      ],
    ];
    for (const [owner, names] of newer) {
      for (const name of names) Object.defineProperty(owner, name, { value: undefined });
    }
  });
  // Its stream is open by then: what is tried here is a portal that has none.
  await Promise.all([page.waitForRequest('**/api/live*'), page.goto('/')]);
  await page.evaluate(() => Object.defineProperty(window, 'EventSource', { value: undefined }));
  await enterPortal(page);
  await send(page, { title: 'From an old telephone', content: 'It still sends.' });
  await closeLink(page);
  await page.getByRole('link', { name: 'From an old telephone' }).click();
  await expect(page.getByRole('dialog')).toContainText('It still sends.');
});

for (const status of ['saving…', 'draft not saved'])
  test(`a browser that heeds only the former way to ask does so before a page is left that says “${status}”`, async ({
    page,
    trouble,
  }) => {
    if (status !== 'saving…') trouble.expect(/503.*\/api\/portal\/drafts/);
    await page.addInitScript(() => {
      BeforeUnloadEvent.prototype.preventDefault = () => {};
    });
    await page.route('**/api/portal/drafts/*', async (route) => {
      if (status !== 'saving…') await route.fulfill({ status: 503, json: {} });
    });
    // Words are at stake a moment after the status says so.
    const saving = page.waitForRequest('**/api/portal/drafts/*');
    await begin(page, { title: 'Not saved' });
    await saving;
    await expect(draftStatus(page)).toContainText(status);
    const asked = page.waitForEvent('dialog', { timeout: 20_000 });
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(adminDialog(page)).toBeVisible();
  });

test('in a browser that lacks newer units, the portal fits the window, and its list can be scrolled', async ({
  page,
  site,
}) => {
  for (let n = 1; n <= 20; n += 1) await site.send({ title: `Letter ${n}` });
  await page.route('**/assets/portal-*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    expect(script).toContain('dvh');
    await route.fulfill({ response, body: script.replaceAll(/(?<=\d)dvh/g, 'unknown') });
  });
  await page.setViewportSize({ width: 800, height: 400 });
  await page.goto('/');
  await enterPortal(page);
  const bottom = async () => {
    const box = await adminDialog(page).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await bottom()).toBeLessThanOrEqual(400);
  await openManageTab(page);
  const last = action(page, 'delete', 'Letter 1');
  await last.scrollIntoViewIfNeeded();
  expect(await bottom()).toBeLessThanOrEqual(400);
  await last.click();
  await expect(confirmDialog(page)).toBeInViewport({ ratio: 1 });
});
