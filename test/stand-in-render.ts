import type { Render } from '../http/pages.ts';

/**
 * Renders pages that are enough to test how pages are served, where the site has not been built:
 * the letters as text, an inline script, and the status and Cache-Control that the real ones have.
 */
export const standInRender: Render = async (request, site) => {
  const { pathname, searchParams } = new URL(request.url);
  try {
    if (pathname === '/') {
      const { items, seq } = await site.visibleLetters(searchParams.get('after') ?? undefined);
      return html(
        200,
        'public, no-cache',
        `${seq}: ${items.map(({ id, title }) => `${id} ${title}`).join()}`,
      );
    }
    const id = /^\/letter\/([^/]+)$/.exec(pathname)?.[1];
    const letter = id === undefined ? null : await site.letter(id);
    if (!letter) return html(404, null, 'Link not found!');
    return html(200, letter.hidden ? 'private, no-store' : 'public, no-cache', letter.content);
  } catch {
    return html(503, null, 'Loading letters...');
  }
};

function html(status: number, cacheControl: string | null, text: string): Response {
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  if (cacheControl !== null) headers.set('Cache-Control', cacheControl);
  const escaped = text.replaceAll('<', '&lt;');
  // Long enough to be worth compressing, as every real page is.
  const padding = `<!--${'-'.repeat(2000)}-->`;
  return new Response(`<!doctype html>${padding}<p>${escaped}</p><script>let at = '>';</script>`, {
    status,
    headers,
  });
}
