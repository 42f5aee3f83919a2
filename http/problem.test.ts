import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { storeProblem } from './problem.ts';

const engineError = (errcode: number) =>
  Object.assign(new Error('Secret words'), { code: 'ERR_SQLITE_ERROR', errcode });

test.each([
  ['a full disk', engineError(13), 507, 'store-full', null],
  [
    'a full disk of PostgreSQL',
    Object.assign(new Error(''), { code: '53100' }),
    507,
    'store-full',
    null,
  ],
  ['damage', engineError(11), 503, 'store-damaged', null],
  ['damage that the engine says more about', engineError(11 + 256), 503, 'store-damaged', null],
  ['a lock', engineError(5), 503, 'store-unreadable', '5'],
  ['a read-only disk', engineError(778), 503, 'store-unreadable', '5'],
  ['anything else', undefined, 503, 'store-unreadable', '5'],
])('%s is answered with what it is, and no more', async (_, cause, status, code, retryAfter) => {
  const response = storeProblem(new StoreUnavailable(cause), 'store-unreadable');
  const body = await response.text();
  expect(response.status).toBe(status);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  expect(response.headers.get('Retry-After')).toBe(retryAfter);
  expect(JSON.parse(body)).toMatchObject({ status, code });
  expect(body).not.toContain('Secret');
});
