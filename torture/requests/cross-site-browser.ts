import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { launchChromium } from '../../test/browser/launch-chromium.ts';
import type { TormentedSite } from '../with-site.ts';

/**
 * A page on another port of the same machine, in a real browser that has the owner's cookie. For cookies
 * that is the same site, so the browser sends it along, and only the site's own checks are left.
 */
export async function crossSiteInBrowser({ site, owner }: TormentedSite): Promise<string[]> {
  const { id } = await owner.send({ title: 'To be kept' });
  await using elsewhere = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  await using browser = await launchChromium();
  const context = await browser.newContext();
  const [name = '', value = ''] = (owner.cookie ?? '').split('=');
  await context.addCookies([{ name, value, url: site.address, sameSite: 'Strict' }]);
  const page = await context.newPage();
  const before = await lettersOf(owner);
  let carried = 0;
  page.on('request', async (request) => {
    const headers = await request.allHeaders().catch(() => ({}) as Record<string, string>);
    if (request.method() === 'POST' && headers.cookie?.includes(value)) carried += 1;
  });
  await page.goto(`http://localhost:${port}/`);
  const read = await tryFromElsewhere(page, site.address, id);
  const broken = read.map((how) => `A page elsewhere could read by ${how}.`);
  if ((await lettersOf(owner)) !== before) broken.push('A page elsewhere changed something.');
  if (carried === 0) broken.push('The browser sent no cookie along, so that nothing was tried.');

  await page.goto(site.address);
  const own = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ title: 'Ours', content: 'From here' });
    return (await fetch('/api/portal/letters', { method: 'POST', headers, body })).status;
  });
  return own === 201 ? broken : [...broken, `A page of ours was answered with ${own}.`];
}

async function lettersOf(owner: TormentedSite['owner']): Promise<string> {
  const response = await owner.call('GET', '/api/portal/letters');
  return `${response.status} ${await response.text()}`;
}

/** Tries all that a page can do to another; returns what could be read. */
function tryFromElsewhere(page: Page, address: string, id: string): Promise<string[]> {
  return page.evaluate(
    async ({ address, id }) => {
      const letters = `${address}/api/portal/letters`;
      const body = JSON.stringify({ title: 'Changed', content: 'From elsewhere' });
      const read: string[] = [];
      const call = async (url: string, init: RequestInit) => {
        const response = await fetch(url, { credentials: 'include', ...init }).catch(() => null);
        if (response && response.type !== 'opaque') read.push(`${init.method} of ${init.mode}`);
      };
      for (const mode of ['no-cors', 'cors'] as const) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
          if (mode === 'no-cors' && !['GET', 'POST'].includes(method)) continue;
          const sent = method === 'GET' ? {} : { body };
          await call(letters, { method, mode, ...sent });
          await call(`${letters}/${id}`, { method, mode, ...sent });
          await call(`${address}/api/session`, { method, mode, ...sent });
        }
      }
      navigator.sendBeacon(letters, body);

      const load = (tag: 'img' | 'script' | 'iframe', source: string) =>
        new Promise<void>((resolve) => {
          const element = document.createElement(tag);
          element.onload = element.onerror = () => resolve();
          element.src = source;
          document.body.append(element);
        });
      await load('img', `${letters}/${id}?_method=DELETE`);
      await load('script', letters);
      await load('iframe', `${address}/letter/${id}`);
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]) {
        const frame = document.createElement('iframe');
        frame.name = `frame ${type}`;
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: letters, enctype: type, target: frame.name });
        const field = document.createElement('input');
        Object.assign(field, { name: '{"title":"Changed","content":"', value: '"}' });
        form.append(field);
        document.body.append(frame, form);
        await new Promise<void>((resolve) => {
          frame.onload = () => resolve();
          form.submit();
        });
      }
      const opens = (socket: EventTarget, how: string) =>
        new Promise<void>((resolve) => {
          socket.addEventListener('open', () => resolve(void read.push(how)));
          socket.addEventListener('error', () => resolve());
        });
      await opens(new WebSocket(`${address.replace('http', 'ws')}/api/live`), 'WebSocket');
      const source = new EventSource(`${address}/api/live`, { withCredentials: true });
      await opens(source, 'EventSource');
      source.close();
      return read;
    },
    { address, id },
  );
}
