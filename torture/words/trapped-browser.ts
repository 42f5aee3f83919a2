import type { Browser, Page } from '@playwright/test';
import { launchChromium } from '../../test/browser/launch-chromium.ts';

declare global {
  interface Window {
    /** Set by a script that should not have run. */
    __ran?: unknown;
    /** What the content security policy refused. */
    __refused?: string[];
  }
}

/** A page in a real browser that records everything that should not happen on it. */
export interface TrappedPage {
  page: Page;
  /** An empty page without a policy, to parse documents with the browser's parser. */
  parser: Page;
  /** Of the site. */
  address: string;
  /** What has happened since the last call. */
  sprung(): Promise<string[]>;
}

/** @param address of the site, where every request must go */
export async function withTrappedPage<Result>(
  address: string,
  use: (trapped: TrappedPage) => Promise<Result>,
): Promise<Result> {
  await using browser = await launchChromium();
  return await use(await trap(browser, address));
}

async function trap(browser: Browser, address: string): Promise<TrappedPage> {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  let happened: string[] = [];
  await context.addInitScript(() => {
    window.__refused = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile } = event;
      window.__refused?.push(`${effectiveDirective} ${blockedURI} (${sourceFile})`);
    });
  });
  page.on('dialog', (dialog) => {
    happened.push(`a dialog opened (${dialog.type()})`);
    void dialog.dismiss();
  });
  page.on('popup', () => happened.push('a window opened'));
  page.on('download', () => happened.push('a file was fetched'));
  page.on('pageerror', ({ message }) => happened.push(`an error: ${message.slice(0, 300)}`));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    happened.push(`the console says: ${message.text().slice(0, 300)}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== address) happened.push(`something was asked of ${url.origin}`);
  });
  return {
    page,
    parser: await (await browser.newContext()).newPage(),
    address,
    async sprung() {
      const { ran, refused } = await page.evaluate(() => {
        const seen = { ran: window.__ran !== undefined, refused: window.__refused ?? [] };
        window.__refused = [];
        return seen;
      });
      const found = [
        ...happened,
        ...(ran ? ['a script ran'] : []),
        ...refused.map((what) => `the policy refused ${what}`),
      ];
      happened = [];
      return found;
    },
  };
}
