import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { adminDialog, enterPortal, field, openManageTab, openPortal, unlock } from '../portal.ts';

/** What docs/accessibility.md promises and axe cannot see. */

const NARROW = { width: 320, height: 640 };

/** How far an envelope's words reach over its seal, as a fraction of the seal. */
function overSeal(page: Page): Promise<number> {
  return page.evaluate(() => {
    const box = (part: string) => document.querySelector(part)?.getBoundingClientRect();
    const [seal, words] = [box('.envelope__seal'), box('.envelope__address')];
    return seal && words ? (seal.bottom - words.top) / seal.height : 1;
  });
}

/** Texts that are cut off, and what has to be scrolled sideways; a title on an envelope may be cut. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`);
    for (const element of document.querySelectorAll('body *')) {
      if (!(element instanceof HTMLElement) || element.closest('.visually-hidden, template'))
        continue;
      if (element.matches('.envelope__title, .note__subject')) continue;
      const { overflowX, overflowY, display } = getComputedStyle(element);
      if (display === 'inline' || element.clientWidth === 0) continue;
      const wide = element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible';
      const high = element.scrollHeight > element.clientHeight + 1 && overflowY === 'hidden';
      const hasWords = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (wide || (high && hasWords)) faults.push(`${element.tagName}.${element.className}`);
    }
    return faults;
  });
}

for (const [how, apply] of [
  ['twice as large', 'html { font-size: 225% }'],
  [
    'spaced as WCAG 1.4.12 says',
    '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
  ],
] as const) {
  test(`with text ${how} nothing is cut off and nothing scrolls sideways`, async ({
    page,
    site,
  }) => {
    const { id } = await site.send({
      title: 'Before the tide turns, and the lamps are lit along the quay',
      date: '2026-09-28',
      content: 'Leave a lamp for me.\n\n    By the blue door.',
    });
    await page.setViewportSize(how === 'twice as large' ? { width: 360, height: 740 } : NARROW);
    const dress = () =>
      page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, apply);
    await page.goto('/');
    await dress();
    expect.soft(await cutOff(page), 'home page').toEqual([]);
    expect.soft(await overSeal(page), 'home page').toBeLessThan(0.3);
    await page.getByRole('link', { name: 'Before the tide' }).click();
    await expect(page.getByRole('dialog')).toContainText('By the blue door.');
    expect.soft(await cutOff(page), 'opened letter').toEqual([]);
    await page.goto(`/letter/${id}`);
    await dress();
    expect.soft(await cutOff(page), 'letter page').toEqual([]);
    expect.soft(await overSeal(page), 'letter page').toBeLessThan(0.3);
    await page.goto('/');
    await dress();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    expect.soft(await cutOff(page), 'side menu').toEqual([]);
    await openPortal(page);
    expect.soft(await cutOff(page), 'portal access').toEqual([]);
    // On a phone held sideways there is still room to write.
    await page.setViewportSize({ width: 740, height: 360 });
    await unlock(page);
    await expect(field(page, 'title')).toBeFocused();
    for (const name of ['title', 'signature']) {
      await field(page, name).scrollIntoViewIfNeeded();
      await expect.soft(field(page, name)).toBeInViewport({ ratio: 0.9 });
    }
  });
}

test('with forced colours the seal, the edges and the focus ring are visible', async ({
  page,
  site,
}) => {
  await site.send({ title: 'In two colours' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const style = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const canvas = await style('body', 'background-color');
  expect(await style('.envelope__seal', 'color')).not.toBe(canvas);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'In two colours' })).toBeFocused();
  expect(await style('.envelope', 'outline-style')).toBe('solid');
  expect(await style('.envelope', 'outline-color')).not.toBe(canvas);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  expect(await style('.side-menu__panel', 'border-top-style')).toBe('solid');
  await enterPortal(page);
  expect(await style('.portal', 'border-top-style')).toBe('solid');
  const line = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  expect(await line('send letter')).not.toBe(canvas);
  expect(await line('manage letters')).toBe(canvas);
  // Which does not cover the line under all of them.
  const bottom = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().bottom);
  const rule = await bottom(page.getByRole('tablist'));
  expect(rule - (await bottom(page.getByRole('tab').last()))).toBeGreaterThan(0.5);
});

test('with more contrast no words and no edges are fainter than the text', async ({
  page,
  site,
}) => {
  await site.send({ title: 'In black and white' });
  await page.emulateMedia({ contrast: 'more' });
  await page.goto('/');
  const colour = (part: string, of: 'color' | 'borderTopColor' = 'color') =>
    page.locator(part).evaluate((element, name) => getComputedStyle(element)[name], of);
  const ink = await colour('h1');
  expect(await colour('.hint')).toBe(ink);
  expect(await colour('.envelope__date')).toBe(await colour('.envelope__title'));
  await enterPortal(page);
  // Not the title's, which gets the focus soon.
  expect(await colour('[name=content]', 'borderTopColor')).toBe(ink);
  expect(await colour('.field--date .field__note')).toBe(ink);
});

test('every control and landmark has its name and role', async ({ page, site }) => {
  const { id } = await site.send({
    title: 'Before the tide turns',
    date: '2026-09-01',
    content: 'Leave a lamp for me.',
    signature: 'Tante Zoé',
  });
  await site.send({ title: 'أكتب إليك', date: '2026-08-01', content: 'تعال متى شئت.' });
  await page.goto('/');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - button "portal"
    - main:
      - heading "For you." [level=1]
      - paragraph: Click on any envelope to read the letter inside
      - list:
        - listitem:
          - link /Before the tide turns September 1, 2026/:
            - /url: /letter/${id}
        - listitem:
          - link /أكتب إليك August 1, 2026/
    - contentinfo:
      - paragraph: Letters
  `);
  await expect(page.getByText('أكتب إليك')).toHaveCSS('direction', 'rtl');
  await expect(page.getByText('Before the tide turns')).toHaveCSS('direction', 'ltr');
  await page.getByRole('link', { name: 'Before the tide turns' }).click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "Before the tide turns":
      - button "Close letter"
      - article:
        - heading "Before the tide turns" [level=2]
        - paragraph: September 1, 2026
        - paragraph: Leave a lamp for me.
        - paragraph: Tante Zoé
  `);
  await page.goto(`/letter/${id}`);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner
    - main:
      - heading "A letter for you!" [level=1]
      - text: Click on the envelope to read the letter inside
      - link /Before the tide turns September 1, 2026/
  `);
  await page.goto('/');
  await openPortal(page);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "portal access":
      - heading "portal access" [level=2]
      - textbox "password"
      - button "unlock"
  `);
  await unlock(page);
  await expect(adminDialog(page)).toMatchAriaSnapshot(`
    - heading "admin portal" [level=2]
    - tablist:
      - tab "send letter" [selected]
      - tab "manage letters"
    - tabpanel "send letter":
      - textbox "title"
      - textbox "letter"
      - textbox "signature"
      - checkbox /hide/
      - button "send letter"
  `);
  await openManageTab(page);
  await expect(adminDialog(page)).toMatchAriaSnapshot(`
    - tabpanel "manage letters":
      - list "All letters":
        - listitem:
          - paragraph: Before the tide turns
          - paragraph: September 1, 2026
          - 'button "edit: Before the tide turns"'
          - 'button "share: Before the tide turns"'
          - 'button "delete: Before the tide turns"'
  `);
});

test('the password can be pasted, and a password manager recognises its field', async ({
  page,
}) => {
  await page.goto('/');
  await openPortal(page);
  await expect(field(page, 'password')).toHaveAttribute('autocomplete', 'current-password');
  const pasted = await field(page, 'password').evaluate((input) =>
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  );
  expect(pasted).toBe(true);
});

test('the field for a letter is written in the direction of its first line, and each line in its own', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  const letter = field(page, 'content');
  await expect(letter).toHaveCSS('unicode-bidi', 'plaintext');
  // With "auto", Chromium examines all lines for each that is added: a minute for 80,000 of them.
  await expect(letter).toHaveAttribute('dir', 'ltr');
  await letter.fill('تعال متى شئت.\nCome whenever you like.');
  await expect(letter).toHaveAttribute('dir', 'rtl');
  await letter.fill('Come whenever you like.\nتعال متى شئت.');
  await expect(letter).toHaveAttribute('dir', 'ltr');
});
