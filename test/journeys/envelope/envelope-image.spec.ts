import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KNOWN_PASSWORDS } from '#test/clients/owner.ts';
import { expect, test as journey } from '../journey.ts';

const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="230"><rect width="320" height="230"/></svg>';

interface ImageHost {
  url: string;
  /** Whether it gives the image or fails. */
  works: boolean;
  asked: string[];
}

const test = journey.extend<{ imageHost: ImageHost }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  imageHost: async ({}, use) => {
    const host: ImageHost = { url: '', works: true, asked: [] };
    const server = createServer((request, response) => {
      host.asked.push(request.url ?? '');
      response.writeHead(host.works ? 200 : 500, { 'Content-Type': 'image/svg+xml' });
      response.end(host.works ? IMAGE : '');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(host);
    server.close();
    server.closeAllConnections();
  },
  environment: ({ imageHost }, use) =>
    use({ ...KNOWN_PASSWORDS, ENVELOPE_IMAGE_URL: `${imageHost.url}/envelope.svg` }),
});

test('the envelope image of the external host covers the drawn envelope', async ({
  page,
  site,
  imageHost,
}) => {
  const { id } = await site.send({ title: 'Pictured' });
  for (const path of ['/', `/letter/${id}`]) {
    await page.goto(path);
    const image = page.locator('.envelope img');
    await expect(image).toBeVisible();
    await expect(image).toHaveAttribute('src', `${imageHost.url}/envelope.svg`);
    await expect(page.getByRole('link', { name: 'Pictured' })).toBeVisible();
  }
  expect(imageHost.asked).toContain('/envelope.svg');
});

test('an envelope image that fails to load leaves the drawn envelope', async ({
  page,
  site,
  imageHost,
  trouble,
}) => {
  trouble.expect(/500.*envelope\.svg/);
  imageHost.works = false;
  await site.send({ title: 'Pictured' });
  const failed = page.waitForResponse(`${imageHost.url}/envelope.svg`);
  await page.goto('/');
  await failed;
  await expect(page.locator('.envelope use[href="#envelope-pocket"]')).toBeVisible();
  await expect(page.locator('.envelope img')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Pictured' })).toBeVisible();
});

journey(
  'without a configured image the envelope is drawn and no image is requested',
  async ({ page, site }) => {
    await site.send({ title: 'Drawn' });
    await page.goto('/');
    await expect(page.locator('.envelope use[href="#envelope-pocket"]')).toBeVisible();
    await expect(page.locator('.envelope img')).toHaveCount(0);
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on an image of any colour the text has its own background: ${colorScheme}`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    await site.send({ title: 'Pictured' });
    await page.goto('/');
    await expect(page.locator('.envelope img')).toBeVisible();
    const address = page.locator('.envelope__address');
    const paper = await address.evaluate((label) => {
      const probe = label.appendChild(document.createElement('i'));
      probe.style.color = 'var(--paper)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await expect(address).toHaveCSS('background-color', paper);
  });
}
