import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { readConfig } from '../config.ts';
import { OWNER, SAMPLE_LETTERS, type SampleLetter, TITLE } from '../demo/letters.ts';
import { type SampleSite, startSampleSite } from '../demo/sample-site.ts';
import { untilAlive } from '../test/browser/until-alive.ts';
import { createOwner, KNOWN_PASSWORDS, type Owner } from '../test/clients/owner.ts';

/** The day after the newest letter, in the morning. */
const NOW = new Date('2026-04-12T08:00:00Z');

/** A fresh site with its owner. */
export interface Scene {
  site: SampleSite;
  owner: Owner;
}

export interface SceneNeeds {
  letters?: readonly SampleLetter[];
  /** Variables of the configuration, which override the scene's own. */
  environment?: Record<string, string>;
  /** Fixed where links are visible, so that pictures are the same each time; 0: any. */
  port: number;
}

export async function openScene({ letters, environment, port }: SceneNeeds): Promise<Scene> {
  const variables = {
    OWNER_NAME: OWNER,
    SITE_TITLE: TITLE,
    ...KNOWN_PASSWORDS,
    PORT: String(port),
    ...environment,
  };
  const config = readConfig({ variables });
  const site = await startSampleSite({
    config,
    log: () => {},
    letters: letters ?? SAMPLE_LETTERS,
    now: () => NOW.getTime(),
  });
  return { site, owner: createOwner(site.url) };
}

export async function closeScene({ site }: Scene): Promise<void> {
  await site.stop();
  await site.store.close();
}

export interface Look {
  width: number;
  height: number;
  time: 'day' | 'night';
  /** Whether things may move; a picture of what moves is taken at a moment that is the same each time. */
  moving?: boolean;
}

/** A reader's window, with a fixed clock. */
export async function openWindow(browser: Browser, look: Look): Promise<Page> {
  const { width, height, time, moving = false } = look;
  const options: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme: time === 'day' ? 'light' : 'dark',
    reducedMotion: moving ? 'no-preference' : 'reduce',
    // As on a phone, scroll bars take no room.
    hasTouch: width < 768,
    isMobile: width < 768,
    locale: 'en-US',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    // The policy would forbid the style with which `settled` hides the caret.
    bypassCSP: true,
  };
  const page = await (await browser.newContext(options)).newPage();
  await page.clock.setFixedTime(NOW);
  return page;
}

/** Goes to a page and waits until all of it has loaded. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilAlive(page);
}

/** Waits until everything has settled, and hides the blinking caret. */
export async function settled(page: Page): Promise<void> {
  await page.addStyleTag({ content: '* { caret-color: transparent !important }' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

export const letterUrl = ({ url }: SampleSite, { id }: SampleLetter) => `${url}/letter/${id}`;

/** A screenshot as WebP, a quarter of the size of a PNG. @param clip in CSS pixels */
export async function webpOf(
  page: Page,
  clip?: { x: number; y: number; width: number; height: number },
): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 85,
    ...(clip ? { clip: { ...clip, scale: 1 } } : {}),
  });
  return Buffer.from(data, 'base64');
}
