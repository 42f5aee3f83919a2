import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { launchChromium } from '../../test/browser/launch-chromium.ts';
import { untilAlive } from '../../test/browser/until-alive.ts';
import { withMeasuredSite } from '../measured-site.ts';
import type { Figure, Row } from '../row.ts';
import { type Fetched, watchedPage, weight } from './wire.ts';

/** What only the portal says. */
const PORTAL_WORDS = 'admin portal';
const WIDE = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

export const bytes: Row = {
  name: 'bytes',
  claim:
    'What a browser fetches for the home page with 24 letters, in bytes on the wire with headers, and whether it needs scripts or fonts to render it.',

  run: () =>
    withMeasuredSite({ letters: 24 }, async ({ site, owner }) => {
      await using browser = await launchChromium();
      const home = await fetchedBy(browser, site.address);
      const portal = home.approached.slice(home.read.length);
      const latin = weight(home.read, 'Font');
      const withoutScripts = await look(browser, site.address, { javaScriptEnabled: false });
      const same = withoutScripts.equals(await look(browser, site.address, {}));
      const withoutFonts = await paintsWithoutFonts(browser, site.address);

      await owner.send({ title: 'Γράμμα από το νησί' });
      const greek = weight((await fetchedBy(browser, site.address)).read, 'Font');
      await owner.send({ title: 'Письмо с острова' });
      const cyrillic = weight((await fetchedBy(browser, site.address)).read, 'Font');

      const worker = await bytesOfWorker(site.address);
      const none = (what: string, found: number): Figure => ({
        what,
        values: [found],
        unit: '',
        must: { atMost: 0 },
      });
      return {
        figures: [
          kilobytes('HTML and styles', weight(home.read, 'Document', 'Stylesheet'), 20),
          kilobytes('Fonts', latin, 60),
          kilobytes('Reader’s scripts', weight(home.read, 'Script') + worker, 110),
          kilobytes(
            'The portal, loaded when the pointer is near its button',
            weight(portal, 'Script', 'Stylesheet'),
            60,
          ),
          none('Reader’s scripts that contain texts of the portal', home.readWords),
          none('Pages that look different without JavaScript', Number(!same)),
          none('Pages that wait for their fonts', Number(!withoutFonts)),
          kilobytes('Fonts that a Greek title adds', greek - latin),
          kilobytes('Fonts that a Cyrillic title adds', cyrillic - greek),
        ],
        remarks: [
          `A reader's page requests ${home.read.length} files; the portal requests ${portal.length} more.`,
          'Without JavaScript the portal button and the menu are not shown, because they need it; everything else is the same, pixel by pixel.',
        ],
      };
    }),
};

function kilobytes(what: string, value: number, atMost?: number): Figure {
  return { what, values: [value], unit: 'kB', ...(atMost ? { must: { atMost } } : {}) };
}

async function fetchedBy(browser: Browser, address: string) {
  // What a service worker fetches for a page would count as nothing.
  const context = await browser.newContext({ ...WIDE, serviceWorkers: 'block' });
  const { page, fetched } = await watchedPage(context);
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') texts.push(response.text());
  });
  await page.goto(address);
  await untilAlive(page);
  await page.evaluate(() => document.fonts.ready);
  const read: Fetched[] = [...fetched];
  const words = await Promise.all(texts);
  const readWords = words.filter((text) => text.includes(PORTAL_WORDS)).length;
  const arrived = page.waitForResponse(/portal-[\w-]+\.js$/);
  await page.getByRole('button', { name: 'portal', exact: true }).hover();
  await (await arrived).finished();
  await page.waitForLoadState('networkidle');
  await context.close();
  return { read, approached: fetched, readWords };
}

/** Kilobytes of the service worker, which is no part of a page's own requests. */
async function bytesOfWorker(address: string): Promise<number> {
  const asked = get(new URL('/sw.js', address), { headers: { 'Accept-Encoding': 'br' } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { socket } = answer;
  await once(answer.resume(), 'end');
  return socket.bytesRead / 1000;
}

/** A screenshot of the middle of a page, to compare it with others. */
async function look(browser: Browser, address: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ ...WIDE, ...options });
  const page = await context.newPage();
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await untilAlive(page);
  await fontsAreThere(page);
  const picture = await page.screenshot({ clip: { x: 0, y: 90, width: 1280, height: 700 } });
  await context.close();
  return picture;
}

/** Without JavaScript, only equal screenshots tell that nothing changes any more. */
async function fontsAreThere(page: Page): Promise<void> {
  let before = await page.screenshot();
  for (let same = 0; same < 3; ) {
    const now = await page.screenshot();
    same = now.equals(before) ? same + 1 : 0;
    before = now;
  }
}

async function paintsWithoutFonts(browser: Browser, address: string): Promise<boolean> {
  const context = await browser.newContext(WIDE);
  const page = await context.newPage();
  const asked: string[] = [];
  // Asked for, and never answered.
  await page.route('**/*.woff2', (route) => void asked.push(route.request().url()));
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await untilAlive(page);
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint').length,
  );
  await context.close();
  return painted > 0 && asked.length > 0;
}
