import type { Locator, Page } from '@playwright/test';
import { MAIN_PASSWORD } from '../owner.ts';
import { expect, test } from './journey.ts';
import { loseNetwork } from './lost-network.ts';
import {
  action,
  adminDialog,
  confirmDialog,
  enterPortal,
  field,
  linkDialog,
  openManageTab,
  openPortal,
  unlock,
} from './portal.ts';
import type { Site } from './site.ts';

/** What docs/accessibility.md promises and axe cannot see. */

const NARROW = { width: 320, height: 640 };

async function sendMany(site: Site, count: number): Promise<void> {
  for (let day = 1; day <= count; day += 1) {
    await site.send({ title: `Letter ${day}`, date: `2026-01-${String(day).padStart(2, '0')}` });
  }
}

/** What cannot be seen, or not be told apart, of where the keyboard stands. */
function faultsOfFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const at = document.activeElement;
    // At its ends a dialog has guards, which send the focus on.
    if (!at || at === document.body || at.matches('[aria-hidden=true], [data-base-ui-focus-guard]'))
      return [];
    // Inside a field for a date the browser shows by itself on which part of it the focus is.
    if (!at.matches(':focus')) return [];
    const name = `${at.tagName}.${at.className} ${at.textContent?.slice(0, 20)}`;
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const faults: string[] = [];
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) faults.push('has no ring');
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const places = [y, top + 4, bottom - 4].map((py) => document.elementFromPoint(x, py));
    const seen = places.filter((found) => found && (at.contains(found) || found.contains(at)));
    if (seen.length === 0) faults.push(`is hidden by ${places.map((by) => by?.className)}`);
    return faults.map((fault) => `${name} ${fault}`);
  });
}

/** @returns what is wrong with the stops of the Tab key, one after the other */
async function tabThrough(page: Page, stops: number): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    faults.push(...(await faultsOfFocus(page)));
  }
  return faults;
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Texts that are cut off, and what has to be scrolled sideways; a title on its envelope may be cut. */
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

test('every stop of the Tab key can be seen, whatever lies over the page', async ({
  page,
  site,
}) => {
  await sendMany(site, 6);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await loseNetwork(page);
  await expect(page.locator('.notice')).toBeVisible();
  expect(await tabThrough(page, 7)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Letter 1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await tabThrough(page, 1)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1280, height: 640 });
  await page.getByRole('button', { name: 'portal' }).focus();
  await page.keyboard.press('Enter');
  await field(page, 'password').fill(MAIN_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(adminDialog(page)).toBeVisible();
  expect(await tabThrough(page, 10)).toEqual([]);
  await openManageTab(page);
  await expect(action(page, 'edit', 'Letter 1')).toBeVisible();
  expect(await tabThrough(page, 24)).toEqual([]);
});

test('an envelope keeps its whole ring while the pointer is on it', async ({ page, site }) => {
  await site.send({ title: 'Picked up' });
  await page.goto('/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const envelope = page.getByRole('link', { name: 'Picked up' });
  await expect(envelope).toBeFocused();
  await envelope.hover();
  const gap = await envelope.evaluate((link) => {
    const body = link.querySelector('.envelope__body')?.getBoundingClientRect();
    const offset = Number.parseFloat(getComputedStyle(link).outlineOffset);
    return (body?.top ?? 0) - (link.getBoundingClientRect().top - offset);
  });
  expect(gap).toBeGreaterThanOrEqual(0);
});

for (const [how, apply] of [
  ['twice as large', 'html { font-size: 225% }'],
  [
    'spaced as WCAG 1.4.12 says',
    '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
  ],
] as const) {
  test(`with text ${how} nothing is cut off, and nothing has to be scrolled sideways`, async ({
    page,
    site,
  }) => {
    const { id } = await site.send({
      title: 'Before the tide turns, and the lamps are lit along the quay',
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
    await page.getByRole('link', { name: 'Before the tide' }).click();
    await expect(page.getByRole('dialog')).toContainText('By the blue door.');
    expect.soft(await cutOff(page), 'opened letter').toEqual([]);
    await page.goto(`/letter/${id}`);
    await dress();
    expect.soft(await cutOff(page), 'letter page').toEqual([]);
    await page.goto('/');
    await dress();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    expect.soft(await cutOff(page), 'side menu').toEqual([]);
    await openPortal(page);
    expect.soft(await cutOff(page), 'portal access').toEqual([]);
  });
}

test('with forced colours the seal, the edges and the ring can still be seen', async ({
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
});

test('a letter is written, sent, found and deleted by the keyboard alone', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('button', { name: 'portal' }));
  await page.keyboard.press('Enter');
  await expect(field(page, 'password')).toBeFocused();
  await page.keyboard.type(MAIN_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(adminDialog(page)).toBeVisible();
  await tabTo(page, field(page, 'title'));
  await page.keyboard.type('By hand');
  await tabTo(page, field(page, 'content'));
  await page.keyboard.type('Not a pointer in sight.');
  await tabTo(page, page.getByRole('button', { name: 'send letter' }));
  await page.keyboard.press('Enter');
  await tabTo(page, confirmDialog(page).getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');
  await expect(linkDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(linkDialog(page)).toBeHidden();
  const envelope = page.getByRole('link', { name: 'By hand' });
  await tabTo(page, envelope);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Not a pointer in sight.');
  await page.keyboard.press('Escape');
  await expect(envelope).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'portal' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(MAIN_PASSWORD);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('tab', { name: 'send letter' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tabTo(page, action(page, 'delete', 'By hand'));
  await page.keyboard.press('Enter');
  await tabTo(page, confirmDialog(page).getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');
  await expect(action(page, 'delete', 'By hand')).toHaveCount(0);
  // Wherever it has gone, it is still in the portal.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
    .toBe(true);
});

test('every place has its name and its role', async ({ page, site }) => {
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
    - status
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
        - text: Leave a lamp for me.
        - paragraph: Tante Zoé
  `);
  await page.goto(`/letter/${id}`);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner
    - main:
      - heading "A letter for you!" [level=1]
      - paragraph: Click on the envelope to read the letter inside
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

test('the password can be pasted, and a password manager knows its field', async ({ page }) => {
  await page.goto('/');
  await openPortal(page);
  await expect(field(page, 'password')).toHaveAttribute('autocomplete', 'current-password');
  const pasted = await field(page, 'password').evaluate((input) =>
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  );
  expect(pasted).toBe(true);
});
