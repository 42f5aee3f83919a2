import { Hono } from 'hono';
import { encode } from 'uqr';
import { letterUrl } from '#core/letter-urls.ts';
import type { Letters } from '#core/store.ts';
import { methodNotAllowed, problem } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';

interface LetterQrCodeNeeds {
  letters: Letters;
  siteUrl: string;
}

/**
 * A letter's link as a QR code, to be printed. It is as secret as the link, so it needs a session,
 * which is checked before.
 */
export function letterQrCodeRoutes({ letters, siteUrl }: LetterQrCodeNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();

  routes.get('/api/portal/letters/:id/qr.svg', async (c) => {
    const letter = await letters.get(c.req.param('id'));
    if (!letter) return problem('letter-missing');
    const code = drawQrCode(letterUrl(siteUrl, letter.id));
    return c.body(code, 200, { 'Content-Type': 'image/svg+xml' });
  });

  routes.all('/api/portal/letters/:id/qr.svg', methodNotAllowed('GET, HEAD'));
  return routes;
}

/** Black on white, also in dark mode, with the quiet zone that scanners need. */
function drawQrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 ${size} ${size}"`,
    ` shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>`,
    `<path d="${squares.join('')}"/></svg>`,
  ].join('');
}
