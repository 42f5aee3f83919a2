import type { BrowserContext, Locator, Page } from '@playwright/test';
import reader from 'jsqr';
import { launchChromium } from '#test/browser/launch-chromium.ts';
import { waitForLife } from '#test/browser/until-alive.ts';
import { KNOWN_PASSWORDS } from '#test/clients/owner.ts';
import { freePort } from '#test/servers/free-port.ts';
import { expect, test } from '../../journey.ts';
import { pauseClock } from '../../pause-clock.ts';
import {
  action,
  beginManaging,
  closeLink,
  enterPortal,
  linkDialog,
  openManageTab,
  send,
} from '../../portal.ts';

const allowClipboard = (context: BrowserContext, origin: string) =>
  context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });

/** Everything that is not granted is denied. */
const denyClipboard = (context: BrowserContext, origin: string) =>
  context.grantPermissions(['geolocation'], { origin });

/** What is selected in a field, and how much of its beginning cannot be seen. */
const selection = (field: HTMLElement) => {
  const { value, selectionStart, selectionEnd, scrollLeft, scrollWidth, clientWidth } =
    field as HTMLInputElement;
  return {
    text: value.slice(selectionStart ?? 0, selectionEnd ?? 0),
    scrolled: scrollLeft,
    isCut: scrollWidth > clientWidth,
  };
};

/** Pastes as a person does, which needs no permission. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const area = document.createElement('textarea');
    area.id = 'pasted';
    document.body.append(area);
    area.focus();
  });
  await page.keyboard.press('Control+V');
  return page.locator('#pasted').inputValue();
}

test("Copy Link copies the letter's full link and says Copied! for two seconds", async ({
  page,
  context,
  site,
}) => {
  await allowClipboard(context, site.url);
  await page.clock.install();
  await page.goto('/');
  await enterPortal(page);
  const link = await send(page, { title: 'To share', content: 'Words' });
  const button = linkDialog(page).getByRole('button', { name: /^Cop/ });
  await expect(button).toHaveText('Copy Link');
  await pauseClock(page);
  await button.click();
  await expect(button).toHaveText('Copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.clock.runFor(1990);
  await expect(button).toHaveText('Copied!');
  await page.clock.runFor(20);
  await expect(button).toHaveText('Copy Link');
});

test('share copies the link of the letter beside it and says copied! for two seconds', async ({
  page,
  context,
  site,
}) => {
  await allowClipboard(context, site.url);
  await site.send({ title: 'Another', date: '2026-01-01' });
  const letter = await site.send({ title: 'To share', date: '2026-01-02', hidden: true });
  await page.clock.install();
  await beginManaging(page);
  const buttons = page.getByRole('list', { name: 'All letters' }).getByText(/^(share|copied!)$/);
  await expect(buttons).toHaveText(['share', 'share']);
  await pauseClock(page);
  await action(page, 'share', 'To share').click();
  await expect(buttons).toHaveText(['copied!', 'share']);
  await expect(page.getByText('Link copied: To share')).toHaveAttribute('aria-live');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${site.url}/letter/${letter.id}`,
  );
  await page.clock.runFor(1000);
  await action(page, 'share', 'Another').click();
  await expect(buttons).toHaveText(['share', 'copied!']);
  await page.clock.runFor(1990);
  await expect(buttons).toHaveText(['share', 'copied!']);
  await page.clock.runFor(20);
  await expect(buttons).toHaveText(['share', 'share']);
});

test('where the clipboard is denied, the link is copied through a hidden text area', async ({
  page,
  context,
  site,
}) => {
  await denyClipboard(context, site.url);
  await page.clock.install();
  await page.goto('/');
  await enterPortal(page);
  const link = await send(page, { title: 'To share', content: 'Words' });
  const refused = await page.evaluate(() =>
    navigator.clipboard.writeText('refused').then(
      () => false,
      () => true,
    ),
  );
  expect(refused).toBe(true);
  const selectable = page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<string>();
    document.addEventListener('copy', ({ target }) =>
      resolve(getComputedStyle(target as Element).userSelect),
    );
    return promise;
  });
  // However late the test looks, the button still says so.
  await pauseClock(page);
  await linkDialog(page).getByRole('button', { name: 'Copy Link' }).click();
  await expect(linkDialog(page).getByRole('button', { name: 'Copied!' })).toBeFocused();
  await expect(page.locator('textarea.visually-hidden')).toHaveCount(0);
  // Of anything else, Safari would copy nothing.
  expect(await selectable).toBe('text');
  await page.clock.resume();
  await closeLink(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await pasted(page)).toBe(link);
});

test('a link that cannot be copied is never reported as copied, but shown', async ({
  page,
  context,
  site,
  trouble,
}) => {
  trouble.expect(/console: The link could not be copied/);
  await denyClipboard(context, site.url);
  await page.addInitScript(() => {
    document.execCommand = () => false;
  });
  await page.goto('/');
  await enterPortal(page);
  await send(page, { title: 'To share', content: 'Words' });
  const logged = page.waitForEvent('console', (message) => message.type() === 'error');
  await linkDialog(page).getByRole('button', { name: 'Copy Link' }).click();
  await logged;
  await expect(linkDialog(page).getByRole('button')).toHaveText(['Cancel', 'Copy Link']);
  // It is selected, to be copied by hand.
  const link = linkDialog(page).getByRole('textbox');
  await expect(link).toBeFocused();
  await closeLink(page);

  // In the list the link is not visible, so it is shown.
  await enterPortal(page);
  await openManageTab(page);
  await action(page, 'share', 'To share').click();
  await expect(link).toHaveValue(/\/letter\//);
  await expect(link).toBeFocused();
});

/** What a camera reads from the screen. */
async function scanned(picture: Locator): Promise<string | undefined> {
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  const png = (await picture.screenshot()).toString('base64');
  const { data, width, height } = await picture.evaluate(async (_, encoded) => {
    const image = new Image();
    image.src = `data:image/png;base64,${encoded}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    return { data: [...data], width, height };
  }, png);
  return reader.default(Uint8ClampedArray.from(data), width, height)?.data;
}

test.describe('by night, on a device with a share sheet', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });

  test('a link can be shared there, and is shown as a QR code that a camera can read', async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      navigator.canShare = () => true;
      // The owner sees the sheet and cancels.
      navigator.share = async (what = {}) => {
        shared.push(what);
        throw new DOMException('Closed.', 'AbortError');
      };
      Object.assign(window, { shared });
    });
    await site.send({ title: 'Between us', hidden: true });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await enterPortal(page);
    const link = await send(page, { title: 'To share', content: 'Words' });
    const shown = linkDialog(page).getByRole('textbox', { name: 'Link to your letter' });
    await expect(shown).toBeFocused();
    expect(await shown.evaluate(selection)).toEqual({ text: link, scrolled: 0, isCut: true });
    // Only this computer can open the address that a site has at first.
    await expect(shown).toHaveAccessibleDescription(/^This link opens only on this computer\./);
    await expect(linkDialog(page)).not.toContainText('Print this code');
    await linkDialog(page).getByRole('button', { name: 'Share' }).click();
    expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([{ url: link }]);

    const code = linkDialog(page).getByRole('img', { name: 'QR code of the link' });
    await code.scrollIntoViewIfNeeded();
    expect(await scanned(code)).toBe(link);
    const saved = page.waitForEvent('download');
    await linkDialog(page).getByRole('link', { name: 'Save QR code' }).click();
    expect((await saved).suggestedFilename()).toBe('QR code of To share.svg');
  });
});

test.describe('on a site with a SITE_URL', () => {
  const HOST = 'letters.example.org';
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    environment: async ({}, use) => {
      const PORT = String(await freePort());
      await use({ ...KNOWN_PASSWORDS, PORT, SITE_URL: `http://${HOST}:${PORT}` });
    },
  });

  test('the QR code of a link is offered for printing', async ({ site, trouble }) => {
    // Its address is one of example.org, to which nobody has a certificate.
    trouble.expect(/Cross-Origin-Opener-Policy header has been ignored/);
    const browser = await launchChromium([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`]);
    const page = waitForLife(await browser.newPage());
    trouble.watch(page.context());
    await page.goto(site.url.replace('localhost', HOST));
    await enterPortal(page);
    expect(await send(page, { title: 'To share', content: 'Words' })).toContain(`//${HOST}:`);
    await expect(linkDialog(page)).toContainText('Print this code on a card');
    await expect(linkDialog(page)).not.toContainText('only on this computer');
    await browser.close();
  });
});
