import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { faultOf, unavailable } from './engine-error.ts';

const withCode = (message: string, code?: string) => Object.assign(new Error(message), { code });
/** As the server refuses a connection. */
const refused = (code: string) =>
  Object.assign(new DatabaseError('Secret words', 1, 'error'), { code });

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
  [refused('28P01'), 'away', 'the user name or the password is no longer right'],
  [refused('28000'), 'away', 'the user is no longer let in'],
  [refused('3D000'), 'away', 'there is no longer a database of this name'],
  [withCode('the server went away', '57P01'), 'away', 'the server went away (57P01)'],
  [
    withCode('could not extend file "base/1/2"', '53100'),
    'full',
    'the disk is full, so make room first',
  ],
  [
    withCode('cannot set transaction read-write mode during recovery', '0A000'),
    'away',
    'it can only be read, as a replica can',
  ],
  [
    withCode('this server has no such command', '0A000'),
    'away',
    'this server has no such command (0A000)',
  ],
])('%s makes the store %s: %s', (error, kind, reason) => {
  expect(unavailable(error)).toMatchObject({ kind, reason });
});
