import type { BrowserContext, Page } from '@playwright/test';
import { waitForLife } from '#test/browser/until-alive.ts';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import type { Trouble } from '../trouble.ts';

test.use({ serviceWorkers: 'block' });

const titles = (page: Page) => page.locator('.envelope__title');
const announced = (page: Page) => page.locator('body > [aria-live]').first();

/** What the window of a leader made by a test has. */
interface Led {
  channel: BroadcastChannel;
  asked: Promise<unknown>;
}

/** Makes a tab believe that it is hidden, or visible again. */
const turn = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** The tabs of a browser that have an open stream, and how often a list was reloaded. */
function watchStreams(context: BrowserContext) {
  const open = new Map<unknown, Page>();
  let lists = 0;
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/live') open.set(request, request.frame().page());
    if (pathname === '/api/letters') lists += 1;
  });
  context.on('requestfailed', (request) => open.delete(request));
  return { tabs: () => [...open.values()].filter((tab) => !tab.isClosed()), lists: () => lists };
}

/** Opens a page that leads as a tab of the site does, but has no stream and tells nobody anything. */
async function leadInSilence(context: BrowserContext, trouble: Trouble): Promise<Page> {
  // It names no icon, so the browser asks for this one, which a busy machine may not draw in time.
  trouble.allow(/404.*favicon\.ico/);
  const leader = await context.newPage();
  await leader.goto('/healthz');
  await leader.evaluate(
    () => void navigator.locks.request('/api/live', () => new Promise(() => {})),
  );
  return leader;
}

test('the tabs of a browser share one stream, and another tab takes over when its tab closes', async ({
  context,
  page,
  site,
}) => {
  await site.send({ title: 'First', date: '2026-01-01' });
  const streams = watchStreams(context);
  await page.goto('/');
  await expect.poll(streams.tabs).toEqual([page]);

  // Sent after a tab has its page and before it listens: nothing is lost in between.
  const late = await context.newPage();
  const release = await holdRequests(late, '**/assets/*.js');
  await late.goto('/', { waitUntil: 'commit' });
  await expect(titles(late)).toHaveText(['First']);
  await site.send({ title: 'Second', date: '2026-01-02' });
  await expect(titles(page)).toHaveText(['Second', 'First']);
  release();
  await expect(titles(late)).toHaveText(['Second', 'First']);
  expect(streams.lists()).toBe(1);

  // Hidden while it waits for its turn, a tab gives that up.
  for (const hidden of [true, false]) await turn(late, hidden);
  const third = waitForLife(await context.newPage());
  await third.goto('/');
  await site.send({ title: 'Third', date: '2026-01-03' });
  for (const tab of [page, late, third]) {
    await expect(titles(tab)).toHaveText(['Third', 'Second', 'First']);
    await expect(announced(tab)).toHaveText('A new letter has arrived: Third');
  }
  expect(streams.tabs()).toEqual([page]);

  await page.close();
  await site.send({ title: 'Fourth', date: '2026-01-04' });
  for (const tab of [late, third]) {
    await expect(titles(tab)).toHaveText(['Fourth', 'Third', 'Second', 'First']);
    await expect(announced(tab)).toHaveText('A new letter has arrived: Fourth');
  }
  expect(streams.tabs()).toHaveLength(1);
  // Nobody had to reload everything.
  expect(streams.lists()).toBe(1);
});

test('a tab that joins while a change is announced also learns of those before it', async ({
  context,
  page,
  site,
  trouble,
}) => {
  // It announces a change before it says how far it is.
  const leader = await leadInSilence(context, trouble);
  await leader.evaluate(() => {
    const channel = new BroadcastChannel('/api/live');
    const asked = new Promise((resolve) => channel.addEventListener('message', resolve));
    Object.assign(window, { channel, asked });
  });
  await page.goto('/');
  await leader.waitForFunction(() => (window as unknown as Led).asked);
  await site.send({ title: 'Doubtful', date: '2026-01-01' });
  await leader.evaluate(() =>
    (window as unknown as Led).channel.postMessage({ kind: 'reset', seq: 1 }),
  );
  await expect(titles(page)).toHaveText(['Doubtful']);
  await site.send({ title: 'Missed', date: '2026-01-02' });
  const third = await site.send({ title: 'Announced', date: '2026-01-03' });
  await leader.evaluate((letter) => {
    const { channel } = window as unknown as Led;
    channel.postMessage({ kind: 'shown', seq: 3, data: JSON.stringify(letter) });
    channel.postMessage({ kind: 'stand', seq: 3 });
  }, third);
  await expect(titles(page)).toHaveText(['Announced', 'Missed', 'Doubtful']);
  // One that is not as far, as after a backup was restored, knows of other changes.
  await site.send({ title: 'Restored', date: '2026-01-04' });
  await leader.evaluate(() =>
    (window as unknown as Led).channel.postMessage({ kind: 'stand', seq: 2 }),
  );
  await expect(titles(page)).toHaveText(['Restored', 'Announced', 'Missed', 'Doubtful']);
});

test('tabs that came while none had the stream yet hear all the same of what is sent', async ({
  context,
  page,
  site,
  trouble,
}) => {
  const leader = await leadInSilence(context, trouble);
  const other = waitForLife(await context.newPage());
  for (const tab of [page, other]) await tab.goto('/');
  await leader.close();
  await site.send({ title: 'For both' });
  for (const tab of [page, other]) await expect(titles(tab)).toHaveText(['For both']);
});

test('a hidden tab has no stream, and catches up when it is shown', async ({
  context,
  page,
  site,
}) => {
  const streams = watchStreams(context);
  await page.goto('/');
  await expect.poll(streams.tabs).toEqual([page]);
  await turn(page, true);
  await expect.poll(streams.tabs).toEqual([]);
  await site.send({ title: 'Meanwhile' });
  // Nor does it tell another how far it is, which is not far enough.
  const other = waitForLife(await context.newPage());
  await other.goto('/');
  await expect.poll(streams.tabs).toEqual([other]);
  await site.send({ title: 'Heard', date: '2026-01-01' });
  await expect(titles(other)).toHaveText(['Meanwhile', 'Heard']);
  await other.close();
  await turn(page, false);
  await expect(titles(page)).toHaveText(['Meanwhile', 'Heard']);
  expect(streams.tabs()).toEqual([page]);
  expect(streams.lists()).toBe(0);
});

test('a letter opened in another tab looks opened when the reader returns to this one', async ({
  context,
  page,
  site,
}) => {
  const { id } = await site.send({ title: 'In a tab of its own', content: 'Read there.' });
  await site.send({ title: 'Not opened yet' });
  await page.goto('/');
  await turn(page, true);
  const other = waitForLife(await context.newPage());
  await other.goto(`/letter/${id}`);
  await other.getByRole('link', { name: 'In a tab of its own' }).click();
  await expect(other.getByRole('dialog')).toContainText('Read there.');
  await expect(other.getByText('opened before')).toBeAttached();
  // A browser tells its tabs a moment later what another one has stored.
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1);
  await turn(page, false);
  await expect(page.getByText('opened before')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'In a tab of its own' })).toContainText(
    'opened before',
  );
});

test('where cookies are blocked, and with them what tabs share, each tab has its own stream', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const refusal = () => new DOMException('The operation is insecure.', 'SecurityError');
    // As Firefox does it.
    window.BroadcastChannel = class {
      constructor() {
        throw refusal();
      }
    } as unknown as typeof BroadcastChannel;
    navigator.locks.request = () => Promise.reject(refusal());
    window.caches.open = () => Promise.reject(refusal());
  });
  await page.goto('/');
  const letter = await site.send({ title: 'All the same' });
  await expect(titles(page)).toHaveText(['All the same']);
  await site.update(letter, { hidden: true });
  await expect(titles(page)).toHaveCount(0);
});
