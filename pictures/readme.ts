import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { OWNERS } from './owner-states.ts';
import { READERS, type State } from './reader-states.ts';
import {
  closeScene,
  type Look,
  openScene,
  openWindow,
  type Scene,
  type SceneNeeds,
  settled,
  visit,
  webpOf,
} from './stage.ts';

/** The pictures of the README: some alone, some beside each other. */

const DESK: Look = { width: 1280, height: 900, time: 'day' };
const PHONE: Look = { width: 360, height: 720, time: 'day' };
const NIGHT: Look = { ...PHONE, time: 'night' };
/** In pixels. */
const ROW = { width: 1280, height: 320 };

/** An envelope image of the owner, as on another host. */
const OWN_ENVELOPE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 230">
<rect width="320" height="230" rx="4" fill="#f6efe0"/>
<path d="M0 0h320v230H0z" fill="none" stroke="#b23a2e" stroke-width="12" stroke-dasharray="26 52"/>
<path d="M0 0h320v230H0z" fill="none" stroke="#2d4a7c" stroke-width="12" stroke-dasharray="26 52" stroke-dashoffset="39"/>
<path d="m10 10 150 102L310 10" fill="none" stroke="#cdbf9f" stroke-width="1.5"/></svg>`;
const IMAGE_HOST = 'https://images.example.org';

export async function takeReadmePictures(browser: Browser, folder: string): Promise<void> {
  const take = (name: string, look: Look) =>
    onStage(browser, {}, look, async (page, scene) => {
      await stateCalled(name).arrange(page, scene);
      await settled(page);
      return webpOf(page);
    });
  const keep = (name: string, picture: Buffer) => {
    writeFileSync(join(folder, `${name}.webp`), picture);
    console.log(`${name}.webp`);
  };

  keep('home', await take('home', DESK));
  keep('portal', await take('portal-preview', DESK));
  const phones = [
    await take('home', NIGHT),
    await take('letter-short', PHONE),
    await take('letter-poem', NIGHT),
  ];
  keep('phone', await joined(browser, phones, PHONE, 'row', 24));

  const own = (environment: Record<string, string>, time: Look['time'] = 'day') =>
    onStage(browser, { environment }, { ...DESK, time }, firstRow);
  const looks = [
    await own({ ACCENT_COLOR: '1f5551', SEAL_LETTER: 'R' }),
    await own({ ACCENT_COLOR: 'c9a227', SEAL_LETTER: '文' }, 'night'),
    await own({ ENVELOPE_IMAGE_URL: `${IMAGE_HOST}/airmail.svg` }),
  ];
  keep('own', await joined(browser, looks, ROW, 'column', 0));
}

function stateCalled(name: string): State {
  const state = [...READERS, ...OWNERS].find((known) => known.name === name);
  if (!state) throw new Error(`There is no state called ${name}.`);
  return state;
}

async function onStage(
  browser: Browser,
  needs: Omit<SceneNeeds, 'port'>,
  look: Look,
  show: (page: Page, scene: Scene) => Promise<Buffer>,
): Promise<Buffer> {
  const scene = await openScene({ port: 0, ...needs });
  const page = await openWindow(browser, look);
  try {
    return await show(page, scene);
  } finally {
    await page.context().close();
    await closeScene(scene);
  }
}

async function firstRow(page: Page, { site }: Scene): Promise<Buffer> {
  await page.route(`${IMAGE_HOST}/**`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: OWN_ENVELOPE }),
  );
  await visit(page, site.url);
  await settled(page);
  const top = await page.locator('.grid').evaluate((grid) => grid.getBoundingClientRect().top);
  return webpOf(page, { x: 0, y: top - 40, ...ROW });
}

/**
 * The pictures beside each other, or one below another.
 * @param gap in CSS pixels, between the pictures and around them
 */
async function joined(
  browser: Browser,
  pictures: Buffer[],
  { width, height }: Pick<Look, 'width' | 'height'>,
  direction: 'row' | 'column',
  gap: number,
): Promise<Buffer> {
  const across = direction === 'row' ? pictures.length : 1;
  const down = pictures.length / across;
  const page = await openWindow(browser, {
    width: across * (width + gap) + gap,
    height: down * (height + gap) + gap,
    time: 'day',
  });
  const images = pictures.map(
    (picture) => `<img src="data:image/webp;base64,${picture.toString('base64')}">`,
  );
  await page.setContent(
    `<body style="margin:0;display:flex;flex-direction:${direction};gap:${gap}px;padding:${gap}px;background:#e6dccb">${images.join('')}`,
  );
  await settled(page);
  const picture = await webpOf(page);
  await page.context().close();
  return picture;
}
