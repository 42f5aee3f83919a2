/** What an answer tells that a network gave to the service worker: the site's own, or somebody else's. */

/** With 502 or more a proxy says that the site is unavailable; a 503 may be the site's own, which has a policy. */
export const isFromSite = ({ type, status, headers }: Response) =>
  type !== 'error' && (status < 502 || (status === 503 && headers.has('Content-Security-Policy')));
export const isOf = (type: string, { headers }: Response) =>
  Boolean(headers.get('Content-Type')?.includes(type));
/** Whether an answer says that a letter is public, or that it is not. */
export const tellsOfLetter = (answer: Response) =>
  answer.ok ? isOf('json', answer) : answer.status === 404 && isOf('problem+json', answer);
export const isFile = (answer: Response) => answer.ok && !isOf('html', answer);
export const etagOf = (answer?: Response) => answer?.headers.get('ETag');
export const isPublic = ({ ok, headers }: Response) =>
  ok && /\bpublic\b/.test(headers.get('Cache-Control') ?? '');
/** Whether the browser's own cache may have it for long, as a captive portal's page, and as no page of the site. */
export const isForeign = (answer: Response) =>
  answer.ok && isOf('html', answer) && !/no-/.test(answer.headers.get('Cache-Control') ?? '');

export function withoutETag({ body, headers: all }: Response): Response {
  const headers = new Headers(all);
  headers.delete('ETag');
  return new Response(body, { headers });
}
