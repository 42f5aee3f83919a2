import { expect, test } from '../journey.ts';
import { pauseClock } from '../pause-clock.ts';
import {
  action,
  beginManaging,
  confirmDialog,
  draftStatus,
  enterFromMenu,
  field,
  linkDialog,
  openManageTab,
  openPortal,
  restoreOffer,
  send,
  submit,
  unlock,
  unsavedQuestion,
  write,
} from '../portal.ts';

const LONG_TITLE = 'Four friends, a roof and the wind, '.repeat(8).trim();

test.use({ viewport: { width: 360, height: 640 } });

/** How many lines of its words an element shows. */
const lines = (element: Element) =>
  Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));

test('title, date and signature have the same height, also with large text', async ({ page }) => {
  await enterFromMenu(page);
  const heights = () =>
    Promise.all(
      ['title', 'date', 'signature'].map((name) =>
        field(page, name).evaluate((input) => input.getBoundingClientRect().height),
      ),
    );
  expect(new Set(await heights()).size).toBe(1);
  // Of its colour Safari would make a paler one for an empty date.
  await expect(field(page, 'date')).toHaveCSS('color', 'rgb(43, 35, 27)');
  await expect(field(page, 'date')).toHaveCSS('-webkit-text-fill-color', 'rgb(102, 87, 71)');
  // Of a date that looks like its own button, an iPhone decides the padding, and with it the width.
  await expect(field(page, 'date')).toHaveCSS('appearance', 'none');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '225%';
  });
  expect(new Set(await heights()).size).toBe(1);
});

test('the title is wide enough for words, and no field is cut off, whatever the window and the size of the text', async ({
  page,
}) => {
  await enterFromMenu(page);
  const widths = () =>
    page.locator('.write__fields').evaluate((fields) => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const inputs = fields.querySelectorAll('.field__input');
      const [title = 0, ...others] = Array.from(inputs, ({ clientWidth }) => clientWidth / rem);
      const isCut = fields.scrollWidth > fields.clientWidth;
      return { words: title >= Math.min(12.5, Math.max(...others)), isCut };
    });
  for (const width of [360, 640, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const size of ['', '150%', '225%']) {
      await page.evaluate((text) => {
        document.documentElement.style.fontSize = text;
      }, size);
      expect(await widths(), `${width} pixels, text ${size}`).toEqual({
        words: true,
        isCut: false,
      });
    }
  }
});

test('the envelope of a sent letter is wide and has a postmark, also on a phone', async ({
  page,
}) => {
  await enterFromMenu(page);
  await send(page, { title: 'Off it goes', content: 'Words' });
  const envelope = linkDialog(page).locator('.envelope__body');
  await expect(envelope.locator('.envelope__postmark')).toBeVisible();
  const { width = 0, height = 0 } = (await envelope.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(height * 1.2);
});

test('a long title takes one line in an offered draft, and two in a question about it', async ({
  page,
  site,
}) => {
  await site.send({ title: LONG_TITLE });
  await site.keepDraft({ title: LONG_TITLE });
  await enterFromMenu(page);
  const offered = restoreOffer(page).locator('.unsent__title');
  expect(await offered.evaluate(lines)).toBe(1);
  await restoreOffer(page).getByRole('button', { name: 'Later' }).click();
  await openManageTab(page);
  await action(page, 'delete', LONG_TITLE).click();
  expect(await confirmDialog(page).getByText(LONG_TITLE).evaluate(lines)).toBe(2);
});

test('an error message is visible, and moves neither the letter nor what is below it', async ({
  page,
}) => {
  await enterFromMenu(page);
  const places = () =>
    Promise.all(
      ['content', 'signature'].map((name) =>
        field(page, name).evaluate((input) => input.getBoundingClientRect().top),
      ),
    );
  // With a title, so that the form does not scroll to a missing one first.
  await page.setViewportSize({ width: 360, height: 740 });
  await write(page, { title: 'Wordless' });
  await expect(page.getByText('draft saved')).toBeVisible();
  const before = await places();
  await submit(page);
  await expect(field(page, 'content')).toBeFocused();
  await expect(page.getByText('Nothing is written here yet.')).toBeInViewport({ ratio: 1 });
  expect(await places()).toEqual(before);
});

test('messages about the password and the letter are visible above a phone’s keyboard', async ({
  page,
  trouble,
}) => {
  trouble.expect(/401.*\/api\/session/);
  await page.goto('/');
  // Otherwise a keyboard covers the lower half of the page.
  const viewport = page.locator('meta[name=viewport]');
  await expect(viewport).toHaveAttribute('content', /interactive-widget=resizes-content/);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await openPortal(page);
  const whole = { ratio: 1 };
  await page.setViewportSize({ width: 360, height: 380 });
  await unlock(page, 'wrong');
  await expect(page.getByText('Incorrect password')).toBeInViewport(whole);
  await expect(page.getByRole('button', { name: 'unlock' })).toBeInViewport(whole);
  await unlock(page);
  await field(page, 'title').press('Enter');
  await expect(page.getByText('Please fill in title and content fields')).toBeInViewport(whole);
  await expect(field(page, 'title')).toBeInViewport(whole);
  await expect(page.getByRole('button', { name: 'send letter' })).toBeInViewport(whole);
});

test('that a password is wrong is visible above the keyboard of a phone held sideways', async ({
  page,
  trouble,
}) => {
  trouble.expect(/401.*\/api\/session/);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await openPortal(page);
  await expect(field(page, 'password')).toBeFocused();
  await page.setViewportSize({ width: 740, height: 180 });
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  const whole = { ratio: 1 };
  await expect(page.getByText('Incorrect password')).toBeInViewport(whole);
  await expect(field(page, 'password')).toBeInViewport(whole);
  // With text twice as large there is no room for both.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '36px';
  });
  await field(page, 'password').press('Enter');
  await expect(page.getByText('Incorrect password')).toBeInViewport(whole);
});

test('what is wrong with a field at the edge of a phone’s screen is visible', async ({ page }) => {
  // As Safari does, which scrolls only to the place where one would type.
  await page.addInitScript(() => {
    const { focus } = HTMLElement.prototype;
    HTMLElement.prototype.focus = function (options) {
      focus.call(this, { ...options, preventScroll: true });
    };
  });
  await enterFromMenu(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await write(page, { title: 'Signed', content: 'Words' });
  await field(page, 'content').press('Tab');
  await page.keyboard.type('qwerty');
  await field(page, 'signature').evaluate((input) => {
    const window = input.closest('.portal__scroll');
    const bottom = (element?: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
    window?.scrollBy(0, bottom(input) - bottom(window));
  });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(field(page, 'signature')).toBeFocused();
  await expect(page.getByText('This does not look like a name.')).toBeInViewport({ ratio: 1 });
});

test('on a phone in landscape a dialog is visible as far as its buttons', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: LONG_TITLE, content: LONG_TITLE });
  await enterFromMenu(page);
  await page.setViewportSize({ width: 740, height: 360 });
  const whole = { ratio: 1 };
  const restore = restoreOffer(page);
  await expect(restore.getByRole('heading')).toBeInViewport(whole);
  await expect(restore.getByRole('button', { name: 'Restore' })).toBeInViewport(whole);
  const below = page.getByRole('button', { name: 'send letter' });
  await expect(below).toBeInViewport(whole);
  await restore.getByRole('button', { name: 'Later' }).click();
  await expect(below).toBeInViewport(whole);
  await send(page, { title: 'Off it goes', content: 'Words' });
  const link = linkDialog(page);
  await expect(link.getByRole('heading')).toBeInViewport(whole);
  await expect(link.getByRole('textbox')).toBeInViewport(whole);
  await expect(link.getByRole('button', { name: 'Copy Link' })).toBeInViewport(whole);
});

test('the confirmation that a link was copied does not move the buttons beside it', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Shared' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await beginManaging(page);
  const edit = action(page, 'edit', 'Shared');
  const before = await edit.boundingBox();
  // However late the test looks, it still says so.
  await pauseClock(page);
  await action(page, 'share', 'Shared').click();
  await expect(action(page, 'copied!', 'Shared')).toBeVisible();
  expect(await edit.boundingBox()).toEqual(before);
});

test('on a phone two stacked buttons have the same width', async ({ page, trouble }) => {
  trouble.expect(/ERR_FAILED.*drafts/);
  await page.setViewportSize({ width: 360, height: 740 });
  await enterFromMenu(page);
  await page.route('**/api/portal/drafts/**', (route) => route.abort());
  await write(page, { title: 'Unsaved' });
  await expect(draftStatus(page)).toContainText('draft not saved');
  await page.getByRole('button', { name: 'Close portal' }).click();
  const buttons = unsavedQuestion(page).getByRole('button');
  await expect(buttons).toHaveCount(2);
  const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
  const widths = boxes.map((box) => box?.width);
  expect(new Set(widths).size).toBe(1);
});
