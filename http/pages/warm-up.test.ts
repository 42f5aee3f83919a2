import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NewLetter } from '#core/letter.ts';
import { SITE_SETTINGS } from '#test/site/site-settings.ts';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { createHub } from '../../live/hub.ts';
import { createSite } from './create-site.ts';
import { loadPages } from './load-pages.ts';
import type { PageNeeds } from './pages.ts';
import { warmUp } from './warm-up.ts';

const BUILD = join(import.meta.dirname, '../../build');
const LETTER: NewLetter = {
  id: 'firstfirstfirst1',
  title: 'First',
  date: '2024-05-06',
  content: 'Words.',
  signature: '',
  hidden: false,
  createdAt: 0,
};

/** What the home page is made with, and how often what of it was asked for. */
async function countedNeeds(): Promise<{ needs: PageNeeds; drawn: string[]; reads: () => number }> {
  const store = await temporaryStore();
  const hub = await createHub(store.letters);
  onTestFinished(() => hub.close());
  await store.letters.create(LETTER, 0);
  const site = createSite(SITE_SETTINGS, store.letters, hub, expect.unreachable, () => '');
  const { render } = await loadPages(BUILD);
  const drawn: string[] = [];
  let reads = 0;
  return {
    needs: {
      settings: SITE_SETTINGS,
      site: {
        ...site,
        visibleLetters(after) {
          reads += 1;
          return site.visibleLetters(after);
        },
      },
      async render(request, data) {
        const page = await render(request, data);
        drawn.push(page.html);
        return page;
      },
    },
    drawn,
    reads: () => reads,
  };
}

const untilStopped = () => new AbortController();

test('renders the home page with its letters many times, and reads them once', async () => {
  const { needs, drawn, reads } = await countedNeeds();
  await warmUp(needs, untilStopped().signal);
  expect(drawn.length).toBeGreaterThanOrEqual(100);
  expect(new Set(drawn).size).toBe(1);
  expect(drawn[0]).toContain('First');
  expect(reads()).toBe(1);
});

test('stops when the site stops', async () => {
  const { needs, drawn } = await countedNeeds();
  const stopping = untilStopped();
  const { render } = needs;
  await warmUp(
    {
      ...needs,
      render(request, site) {
        if (drawn.length === 2) stopping.abort();
        return render(request, site);
      },
    },
    stopping.signal,
  );
  expect(drawn).toHaveLength(3);
});

test('does nothing if the letters cannot be read', async () => {
  const { needs, drawn } = await countedNeeds();
  const visibleLetters = async () => null;
  await warmUp({ ...needs, site: { ...needs.site, visibleLetters } }, untilStopped().signal);
  expect(drawn).toEqual([]);
});
