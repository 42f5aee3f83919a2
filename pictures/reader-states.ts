import type { Page } from '@playwright/test';
import { StoreUnavailable } from '#core/errors.ts';
import { sampleLetters } from '../bench/sample-letters.ts';
import { SAMPLE_LETTERS, type SampleLetter } from '../demo/letters.ts';
import { letterUrl, type Scene, visit } from './stage.ts';

/** A state of a screen, and the way there. */
export interface State {
  name: string;
  /** The letters of its site, if not the sample letters. */
  letters?: () => SampleLetter[];
  /** Whether animations may run on the way. */
  moving?: boolean;
  /** Whether it is a print, and so the same for every screen. */
  paper?: boolean;
  arrange(page: Page, scene: Scene): Promise<void>;
}

/** The sample letter whose title has these words. */
export const titled = (words: string): SampleLetter => {
  const letter = SAMPLE_LETTERS.find(({ title }) => title.includes(words));
  if (!letter) throw new Error(`There is no sample letter about ${words}.`);
  return letter;
};
const SHORT = titled('swallows');
const POEM = titled('rain');
const LONG = titled('house');
const RIGHT_TO_LEFT = titled('سلمى');
const RECIPE = titled('cake');
const HIDDEN = titled('Teo');

/** More letters than come with a page. */
export const many = (count: number) => (): SampleLetter[] => [
  ...SAMPLE_LETTERS,
  ...[...sampleLetters(count)].map(({ id, title, content }, at) => {
    const day = new Date(Date.UTC(2025, 8, 30) - at * 86_400_000).toISOString().slice(0, 10);
    return { id, content, date: day, title: `${title[0]?.toUpperCase()}${title.slice(1)}` };
  }),
];

const envelope = (page: Page, { id }: SampleLetter) => page.locator(`.envelope[href$="/${id}"]`);

async function opened(page: Page, scene: Scene, letter: SampleLetter): Promise<void> {
  await visit(page, scene.site.url);
  await envelope(page, letter).click();
  await page.locator('.sheet[open] .sheet__signature').waitFor();
}

/** Readers' states. */
export const READERS: readonly State[] = [
  {
    name: 'home',
    arrange: (page, { site }) => visit(page, site.url),
  },
  {
    name: 'home-empty',
    letters: () => [],
    arrange: (page, { site }) => visit(page, site.url),
  },
  {
    name: 'home-loading',
    async arrange(page, { site }) {
      site.store.letters.listVisible = async () => {
        throw new StoreUnavailable(new Error('It is away for the picture.'));
      };
      await visit(page, site.url);
    },
  },
  {
    name: 'home-second-page',
    letters: many(60),
    async arrange(page, { site }) {
      const first = await fetch(`${site.url}/api/letters?limit=24`);
      const { next } = (await first.json()) as { next: string };
      await visit(page, `${site.url}/?after=${next}`);
    },
  },
  {
    name: 'home-arrival',
    letters: many(20),
    async arrange(page, { site, owner }) {
      await visit(page, site.url);
      await page.evaluate(() => scrollTo(0, 700));
      await owner.send({ title: 'Something for you', content: 'Here.', date: '2026-04-12' });
      await page.getByText('A new letter has arrived').last().waitFor();
    },
  },
  {
    name: 'envelope-focused',
    async arrange(page, { site }) {
      await visit(page, site.url);
      await page.keyboard.press('Tab');
      await envelope(page, SHORT).focus();
    },
  },
  {
    name: 'envelope-opening',
    moving: true,
    async arrange(page, { site }) {
      await visit(page, site.url);
      await page.waitForFunction(() => document.getAnimations().length === 0);
      await envelope(page, SHORT).hover();
      await envelope(page, SHORT).dispatchEvent('click');
      await page.locator('.envelope__sheet').waitFor();
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = 380;
        }
      });
    },
  },
  { name: 'letter-short', arrange: (page, scene) => opened(page, scene, SHORT) },
  { name: 'letter-long', arrange: (page, scene) => opened(page, scene, LONG) },
  { name: 'letter-poem', arrange: (page, scene) => opened(page, scene, POEM) },
  { name: 'letter-recipe', arrange: (page, scene) => opened(page, scene, RECIPE) },
  { name: 'letter-right-to-left', arrange: (page, scene) => opened(page, scene, RIGHT_TO_LEFT) },
  {
    name: 'letter-foot',
    async arrange(page, scene) {
      await opened(page, scene, LONG);
      await page.evaluate(() => document.querySelector('.sheet__paper')?.scrollTo(0, 99_999));
    },
  },
  {
    name: 'letter-page',
    arrange: (page, { site }) => visit(page, letterUrl(site, POEM)),
  },
  {
    name: 'letter-page-opened',
    async arrange(page, { site }) {
      await visit(page, letterUrl(site, POEM));
      await page.locator('.envelope').click();
      await page.locator('.sheet[open] .sheet__signature').waitFor();
    },
  },
  {
    name: 'letter-page-hidden',
    arrange: (page, { site }) => visit(page, letterUrl(site, HIDDEN)),
  },
  { name: 'not-found', arrange: (page, { site }) => visit(page, `${site.url}/nothing`) },
  {
    name: 'letter-printed',
    paper: true,
    async arrange(page, scene) {
      await opened(page, scene, LONG);
      await page.emulateMedia({ media: 'print' });
    },
  },
];
