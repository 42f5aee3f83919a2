import { expect, test } from 'vitest';
import { faultOf } from './engine-error.ts';

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
])('%s is said with its code once', (error, words) => {
  expect(faultOf(error).message).toBe(words);
});
