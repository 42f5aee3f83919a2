import type { ServerResponse } from 'node:http';
import { HEARTBEAT } from '../../../http/live/event-stream.ts';
import { expect, test as journey } from '../journey.ts';
import { beginManaging, managed, openPortal } from '../portal.ts';
import { loginPage, type Network, startNetwork, tunnel } from './network-between.ts';

const test = journey.extend<{ network: Network }>({
  network: async ({ site }, use) => {
    const { network, stop } = await startNetwork(site.url);
    await use(network);
    stop();
  },
  baseURL: ({ network }, use) => use(network.url),
});

test.use({ serviceWorkers: 'block' });

interface Counting {
  counter: { toldWorker: number };
}

test('a page that a network left in the browser’s cache does not hide the site once that can be reached', async ({
  page,
  site,
  network,
  trouble,
}) => {
  trouble.expect(/console: The letter could not be loaded/);
  trouble.allow(/event-stream/, /decode downloaded font/, /OTS parsing error/);
  await site.send({ title: 'On its way', content: 'Here at last.' });
  await page.goto('/');
  network.deed = () => loginPage;
  await page.getByRole('link', { name: 'On its way' }).click();
  const card = page.getByRole('dialog', { name: 'On its way' });
  await expect(card.locator('[aria-live]')).toContainText('The site cannot be reached.');
  network.deed = () => null;
  await expect(card).toContainText('Here at last.');
  await page.keyboard.press('Escape');
  await expect(page.locator('.notice')).toHaveCount(0);
});

test('nor does it hide the letters from their owner', async ({ page, site, network, trouble }) => {
  trouble.expect(/console: The letters could not be loaded/);
  await site.send({ title: 'Written before' });
  network.deed = (path) => (path.startsWith('/api/portal/letters') ? loginPage : null);
  const answered = page.waitForResponse(/\/api\/portal\/letters/);
  await beginManaging(page);
  await answered;
  network.deed = () => null;
  await expect(managed(page, 'Written before')).toBeVisible();
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('nor does it keep the portal from opening', async ({ page, network, trouble }) => {
    trouble.expect(/console: The portal could not be loaded/, /ERR_FAILED/);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    network.deed = (path) => (path.startsWith('/assets/portal-') ? loginPage : null);
    await page.getByRole('button', { name: 'portal', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The portal could not be loaded.');
    network.deed = () => null;
    await openPortal(page);
  });

  test('where nothing answers any more, the cache is renewed only once the list has come', async ({
    page,
    site,
    network,
    trouble,
  }) => {
    trouble.expect(/console: The letters could not be loaded/);
    await site.send({ title: 'Here before' });
    const asked: string[] = [];
    network.deed = (path) => {
      asked.push(path);
      return null;
    };
    await page.addInitScript(() => {
      // The blank page between the two has none.
      if (!('ServiceWorker' in window)) return;
      const { postMessage } = ServiceWorker.prototype;
      const counter = { toldWorker: 0 };
      ServiceWorker.prototype.postMessage = function (...message: [unknown]) {
        counter.toldWorker += 1;
        postMessage.apply(this, message);
      };
      Object.assign(window, { counter });
    });
    const toldWorker = () =>
      page.evaluate(() => (window as unknown as Counting).counter.toldWorker);
    await page.clock.install();
    await page.goto('/');
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    // A page that the worker has from its beginning tells it to renew the cache once, when it registers it.
    await page.goto('about:blank');
    asked.length = 0;
    await page.goto('/');
    await expect.poll(toldWorker).toBe(1);
    await expect.poll(() => asked.some((path) => path.startsWith('/api/live?'))).toBe(true);
    const unanswered: string[] = [];
    network.deed = (path) => (answer) => {
      answer.resume();
      unanswered.push(path);
    };
    await page.clock.fastForward(41_000);
    await expect.poll(() => unanswered.filter((path) => path.includes('limit'))).toHaveLength(1);
    await page.clock.fastForward(16_000);
    await expect.poll(() => unanswered).toContain('/healthz');
    expect(await toldWorker()).toBe(1);
  });
});

for (const serviceWorkers of ['block', 'allow'] as const) {
  test.describe(`where service workers are: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers });

    test('a letter that stays away in the middle is asked for again', async ({
      page,
      site,
      network,
      trouble,
    }) => {
      trouble.expect(/console: The letter could not be loaded/);
      await site.send({ title: 'On its way', content: 'Here at last.' });
      await page.goto('/');
      if (serviceWorkers === 'allow') {
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.reload();
      }
      network.deed = (path) => (path.startsWith('/api/letters/') ? tunnel : null);
      const begun = page.waitForResponse(/\/api\/letters\//);
      await page.getByRole('link', { name: 'On its way' }).click();
      await begun;
      network.deed = () => null;
      const card = page.getByRole('dialog', { name: 'On its way' });
      await expect(card).toContainText('Here at last.', { timeout: 60_000 });
    });
  });
}

test('a stream without even a heartbeat is replaced, and what it did not tell is found out', async ({
  page,
  site,
  network,
}) => {
  const streams: ServerResponse[] = [];
  network.deed = (path) =>
    path.startsWith('/api/live')
      ? (answer, response) => {
          answer.resume();
          response.writeHead(200, answer.headers).flushHeaders();
          streams.push(response);
        }
      : null;
  await page.clock.install();
  await site.send({ title: 'Here before' });
  await page.goto('/');
  await expect.poll(() => streams.length).toBe(1);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const heard = new Promise((resolve) =>
    browser.once('Network.eventSourceMessageReceived', resolve),
  );
  await page.clock.fastForward(30_000);
  streams[0]?.write(HEARTBEAT.plain);
  await heard;
  await site.send({ title: 'Unheard' });
  await page.clock.fastForward(30_000);
  expect(streams).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'Unheard' })).toHaveCount(0);
  await page.clock.fastForward(11_000);
  await expect(page.getByRole('link', { name: 'Unheard' })).toBeVisible();
  // The list and the new stream are asked for at the same time.
  await expect.poll(() => streams.length).toBe(2);
});
