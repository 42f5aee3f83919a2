import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestSite, type TestSite } from '#test/site/create-test-site.ts';
import { imported } from '../../store/contract/engine.ts';

async function page(site: TestSite, path: string, headers: Record<string, string> = {}) {
  const response = await site.fetch(path, { headers });
  return { response, status: response.status, html: await response.text() };
}

describe('a page', () => {
  test('shows the letters without any script, and each change at once', async () => {
    const site = await createTestSite();
    const letter = await site.send({ title: 'First title', content: 'First words' });
    const path = `/letter/${letter.id}`;
    expect((await page(site, '/')).html).toContain('First title');
    expect((await page(site, path)).html).toContain('First words');
    await site.update(letter, { title: 'Second title', content: 'Second words' });
    expect((await page(site, '/')).html).toContain('Second title');
    expect((await page(site, path)).html).toContain('Second words');
    await site.delete(letter);
    expect((await page(site, '/')).html).not.toContain('Second title');
    expect((await page(site, path)).status).toBe(404);
  });

  test('of a letter has each paragraph, and each line of verse, in one element, with every line break as typed', async () => {
    const site = await createTestSite();
    const content = 'One,\n  indented.\n\nTwo.\n\n\nThree.';
    const { id } = await site.send({ content });
    const { html } = await page(site, `/letter/${id}`);
    expect(html).toContain(
      '<p class="verse"><span dir="auto">One,</span>\n<br/><span dir="auto">  indented.</span></p>\n\n<p><span>Two.</span></p>\n\n<span>\n</span><p><span>Three.</span></p>',
    );
  });

  test('of a public letter links to its public neighbours, and that of a hidden one to none', async () => {
    const site = await createTestSite();
    const first = await site.send({ title: 'One', date: '2026-01-01' });
    const hidden = await site.send({ title: 'Hush', date: '2026-01-02', hidden: true });
    const last = await site.send({ title: 'Two', date: '2026-01-03' });
    const links = async ({ id }: { id: string }) => {
      const { html } = await page(site, `/letter/${id}`);
      return [...html.matchAll(/href="\/letter\/([^"#]+)#letter" rel="(\w+)"/g)].map(
        ([, id, rel]) => [id, rel],
      );
    };
    expect(await links(first)).toEqual([[last.id, 'next']]);
    expect(await links(last)).toEqual([[first.id, 'prev']]);
    expect(await links(hidden)).toEqual([]);
    await site.delete(first);
    expect(await links(last)).toEqual([]);
  });

  test('contains the words of a letter once, not a second time for its script', async () => {
    const site = await createTestSite();
    const { id } = await site.send({ content: 'Said once.', signature: 'Maren' });
    const { html } = await page(site, `/letter/${id}`);
    // The name is once more in the metadata for programs.
    expect(html.match(/Said once\.|Maren/g)).toEqual(['Said once.', 'Maren', 'Maren']);
  });

  test('is rendered once for two hundred readers at once, and once per change', async () => {
    const site = await createTestSite();
    await site.send();
    const readers = Array.from({ length: 200 }, () => page(site, '/'));
    const bodies = new Set((await Promise.all(readers)).map(({ html }) => html));
    expect(bodies.size).toBe(1);
    expect(site.renders()).toBe(1);
    await site.send({ hidden: true });
    await page(site, '/');
    expect(site.renders()).toBe(1);
    await site.send();
    await page(site, '/');
    await page(site, '/');
  });

  test('is the same whatever a link adds to its address', async () => {
    const site = await createTestSite();
    const { id } = await site.send();
    for (const query of ['', '?', '?utm_source=x', '?after=', '?after=nonsense', '?x=1&x=2']) {
      expect((await page(site, `/${query}`)).status).toBe(200);
      expect((await page(site, `/letter/${id}${query}`)).status).toBe(200);
      expect((await page(site, `/letter/${id}/${query}`)).status).toBe(200);
    }
    expect(site.renders()).toBe(2);
    const spelled = [...id].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
    for (const address of [`/LETTER/${id}`, `/letter/${spelled}`]) {
      expect((await page(site, address)).status).toBe(200);
    }
    expect(site.renders()).toBe(2);
  });

  test('of a letter is found by a link that contains what stood beside it, for hidden letters and made-up ones alike', async () => {
    const site = await createTestSite();
    const shown = await site.send();
    const hidden = await site.send({ hidden: true });
    for (const id of [shown.id, hidden.id, 'made-up']) {
      for (const more of [
        '.',
        ')',
        ').',
        ',',
        '&fbclid=x',
        '_',
        '-',
        '._',
        '”',
        '%E2%80%8B',
        '%20',
        '.?utm_source=x',
        '%3Futm_source=x',
        '%23letter',
        '%23:~:text=Dear%20Ines',
        '%2F',
        '/).',
        '](https://letters.example.org/letter/made-up)',
      ]) {
        const response = await site.fetch(`/letter/${id}${more}`, { redirect: 'manual' });
        expect(response.status).toBe(308);
        expect(response.headers.get('Location')).toBe(`/letter/${id}`);
      }
    }
    for (const before of ['//letter/', '/letter//', '/letter/%20', '/letter/%E2%80%8B']) {
      const response = await site.fetch(`${before}${shown.id}`, { redirect: 'manual' });
      expect(response.headers.get('Location')).toBe(`/letter/${shown.id}`);
    }
    expect(site.renders()).toBe(0);
    for (const path of [
      '/letter/)',
      '/letter//',
      '/letter/made-up//',
      `/letter/${shown.id}/more`,
      `/letter/more/${shown.id}`,
      '/letter/&x',
      '/letter/-_',
      `/letter/(${shown.id})`,
      `/nowhere/${shown.id}.`,
    ]) {
      expect((await page(site, path)).status).toBe(404);
    }
    await site.store.letters.importAll([imported({ id: 'ends-in_' })], 0);
    const response = await site.fetch('/letter/ends-in_.', { redirect: 'manual' });
    expect(response.headers.get('Location')).toBe('/letter/ends-in_');
    expect((await page(site, '/letter/ends-in_')).status).toBe(200);
  });

  test('is the same with and without an open portal', async () => {
    const site = await createTestSite();
    await site.send({ title: 'Secret', hidden: true });
    const Cookie = await site.unlock();
    const open = await page(site, '/', { Cookie });
    expect(open.html).not.toContain('Secret');
    expect(open.html).toBe((await page(site, '/')).html);
    expect(open.response.headers.get('Set-Cookie')).toBeNull();
  });

  test('allows exactly its own scripts and styles', async () => {
    const site = await createTestSite();
    await site.send({ title: "<script>alert('title')</script>" });
    const { response, html } = await page(site, '/');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    const isRun = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>(.*?)<\/script>/gs;
    const scripts = [...html.matchAll(isRun)];
    const hashes = scripts.map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(hashes.length).toBeGreaterThan(0);
    const [, allowed] = /script-src ([^;]+)/.exec(policy) ?? [];
    expect(allowed).toBe(["'self'", ...new Set(hashes)].join(' '));
    const [, style = ''] = /<style id="styles">(.*?)<\/style>/s.exec(html) ?? [];
    expect(policy).toContain(
      `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}';`,
    );
    expect(policy).not.toContain('unsafe');
    expect(html).not.toContain("<script>alert('title')");
  });
});

describe('a hidden letter', () => {
  test('leaves no trace on the home page, not even in its ETag', async () => {
    const site = await createTestSite();
    await site.send({ title: 'Public' });
    const etag = async () => (await site.fetch('/')).headers.get('ETag');
    const before = await etag();
    const hidden = await site.send({ title: 'Secret', hidden: true });
    await site.update(hidden, { title: 'Sealed' });
    expect(await etag()).toBe(before);
    const { html } = await page(site, '/');
    expect(html).toContain('Public');
    for (const trace of ['Secret', 'Sealed', hidden.id]) expect(html).not.toContain(trace);
  });

  test('is read by its link, rendered for each request, and never cached', async () => {
    const site = await createTestSite();
    const letter = await site.send({ content: 'First words', hidden: true });
    const { response, status, html } = await page(site, `/letter/${letter.id}`);
    expect(status).toBe(200);
    expect(html).toContain('First words');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('ETag')).toBeNull();
    await site.update(letter, { content: 'Second words' });
    expect((await page(site, `/letter/${letter.id}`)).html).toContain('Second words');
    expect(site.renders()).toBe(2);
  });

  test('that was public is gone from every public place at once', async () => {
    const site = await createTestSite();
    const letter = await site.send({ title: 'Shy title' });
    const places = ['/', '/api/letters', '/feed.xml', '/sitemap.xml'];
    const texts = () => Promise.all(places.map(async (place) => (await site.fetch(place)).text()));
    for (const text of await texts()) expect(text).toContain(letter.id);
    await site.update(letter, { hidden: true });
    for (const text of await texts()) {
      expect(text).not.toContain(letter.id);
      expect(text).not.toContain('Shy title');
    }
    expect((await page(site, `/letter/${letter.id}`)).status).toBe(200);
  });
});

test('a page accepts only GET and HEAD', async () => {
  const site = await createTestSite();
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await site.call(method, '/');
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
  }
  expect(site.renders()).toBe(0);
});

test('while the store cannot be read a page says that it is loading, and recovers afterwards', async () => {
  const site = await createTestSite();
  const { id } = await site.send({ title: 'Kept', content: 'Kept words' });
  site.database('ALTER TABLE letters RENAME TO lost');
  const down = await page(site, '/');
  expect(down.status).toBe(503);
  expect(down.response.headers.get('Retry-After')).toBe('5');
  expect(down.response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(down.html).toContain('Loading letters...');
  expect((await page(site, `/letter/${id}`)).status).toBe(503);
  expect(site.complaints.map(({ message }) => message)).toEqual([
    'The letters could not be loaded.',
    'A letter could not be loaded.',
  ]);
  site.database('ALTER TABLE lost RENAME TO letters');
  expect((await page(site, '/')).html).toContain('Kept');
  expect((await page(site, `/letter/${id}`)).html).toContain('Kept words');
});
