/** Paths without parameters, which are safe to be logged. */
const FIXED: ReadonlySet<string> = new Set([
  '/',
  '/feed.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/healthz',
  '/readyz',
  '/api/letters',
  '/api/live',
  '/api/session',
  '/api/portal/letters',
  '/api/portal/drafts',
  '/api/portal/live',
  '/favicon.svg',
  '/card.png',
  '/apple-touch-icon.png',
  '/favicon.ico',
  '/sw.js',
]);

const WITH_A_NAME: readonly (readonly [RegExp, string])[] = [
  [/^\/assets\/[^/]+$/, '/assets/:file'],
  [/^\/letter\/[^/]+\/?$/, '/letter/:id'],
  [/^\/letter\/[^/]+\/card\.png$/, '/letter/:id/card.png'],
  [/^\/api\/letters\/[^/]+$/, '/api/letters/:id'],
  [/^\/api\/portal\/letters\/[^/]+$/, '/api/portal/letters/:id'],
  [/^\/api\/portal\/letters\/[^/]+\/qr\.svg$/, '/api/portal/letters/:id/qr.svg'],
  [/^\/api\/portal\/drafts\/[^/]+$/, '/api/portal/drafts/:id'],
];

/** Stands for every address that is no route of the site. */
export const NO_ROUTE = '*';

/**
 * The route pattern of a request target, from a fixed list; `*` when it matches none. A mistyped
 * address may contain a hidden letter's id or a password, so nothing of it is ever logged.
 * @param target as it stands in the request line
 */
export function routePattern(target: string): string {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (FIXED.has(path)) return path;
  return WITH_A_NAME.find(([shape]) => shape.test(path))?.[1] ?? NO_ROUTE;
}
