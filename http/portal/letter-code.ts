import { Hono } from 'hono';
import { letterUrl } from '#core/addresses.ts';
import { isLetterId } from '#core/letter-id.ts';
import type { Letters } from '#core/store.ts';
import { methodUnknown, problem } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';

interface LetterCodeNeeds {
  letters: Letters;
  siteUrl: string;
}

/**
 * A letter's link as a QR code, for an owner who sends paper. It is as secret as the link is, so it
 * stands behind the session. Who may call it is decided before.
 */
export function letterCodeRoutes({ letters, siteUrl }: LetterCodeNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();

  routes.get('/api/portal/letters/:id/qr.svg', async (c) => {
    const id = c.req.param('id');
    const letter = isLetterId(id) ? await letters.get(id) : null;
    if (!letter) return problem('letter-missing');
    const code = await drawCode(letterUrl(siteUrl, letter.id));
    return c.body(code, 200, { 'Content-Type': 'image/svg+xml' });
  });

  routes.all('/api/portal/letters/:id/qr.svg', methodUnknown('GET, HEAD'));
  return routes;
}

/** Black on white by day and by night, with the margin that readers of codes ask for. */
async function drawCode(text: string): Promise<string> {
  // Most sites never draw one: a start need not wait for it.
  const { encode } = await import('uqr');
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
