import { expect } from 'vitest';
import type { TestSite } from '../site/create-test-site.ts';

/** The calls that tests of the login make. */

export const login = (site: TestSite, password: unknown, headers: Record<string, string> = {}) =>
  site.call('POST', '/api/session', { password }, headers);
/** Whether a cookie opens the portal. */
export const portal = (site: TestSite, cookie: string) =>
  site.call('GET', '/api/portal/letters', undefined, { Cookie: cookie });

/** The problem that an attempt was answered with, which brings no cookie. */
export async function problemOf(response: Response) {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('Set-Cookie')).toBeNull();
  const body = (await response.json()) as { status: number; code: string; title: string };
  expect(body.status).toBe(response.status);
  return body;
}
