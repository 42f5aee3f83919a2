import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { storeProblem } from './problem.ts';

test.each([
  ['full', 507, 'store-full', null],
  ['damaged', 503, 'store-damaged', null],
  ['away', 503, 'store-unreadable', '5'],
] as const)(
  'a store that is %s is answered with that, and no detail',
  async (kind, status, code, retryAfter) => {
    const trouble = new StoreUnavailable(new Error('Secret words'), { kind });
    const response = storeProblem(trouble, 'store-unreadable');
    const body = await response.text();
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(response.headers.get('Retry-After')).toBe(retryAfter);
    expect(JSON.parse(body)).toMatchObject({ status, code });
    expect(body).not.toContain('Secret');
  },
);
