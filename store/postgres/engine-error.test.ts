import { expect, test } from 'vitest';
import { faultOf, unavailable } from './engine-error.ts';

const withCode = (message: string, code?: string) => Object.assign(new Error(message), { code });

test.each([
  [
    withCode('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    'connect ECONNREFUSED 127.0.0.1:5432',
  ],
  [
    Object.assign(
      new AggregateError([
        withCode('connect ECONNREFUSED ::1:5432'),
        withCode('connect ECONNREFUSED 127.0.0.1:5432'),
      ]),
      { code: 'ECONNREFUSED' },
    ),
    'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  ],
  [withCode('the server went away', '57P01'), 'the server went away (57P01)'],
  [withCode('it ended'), 'it ended'],
])('%s is reported with its code once', (error, words) => {
  expect(faultOf(error).message).toBe(words);
});

test.each([
  [
    withCode('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    'away',
    'nothing answers at its address',
  ],
  [
    withCode('password authentication failed for user "me"', '28P01'),
    'away',
    'password authentication failed for user "me" (28P01)',
  ],
  [
    withCode('could not extend file "base/1/2"', '53100'),
    'full',
    'the disk is full, so make room first',
  ],
])('%s makes the store %s: %s', (error, kind, reason) => {
  expect(unavailable(error)).toMatchObject({ kind, reason });
});
