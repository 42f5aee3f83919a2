import { expect, test } from 'vitest';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { reasonOf } from '#core/unavailable-reason.ts';
import { explaining } from './store-trouble.ts';

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });

test.each([
  [
    withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'),
    'nothing answers at its address',
  ],
  [
    new AggregateError([withCode('ECONNREFUSED'), withCode('ETIMEDOUT')], ''),
    'nothing answers at its address',
  ],
  [new AggregateError([]), 'it failed without a reason'],
  [
    withCode('28P01', 'password authentication failed for user "me"'),
    'password authentication failed for user "me"',
  ],
  [withCode('57P03', ''), '57P03'],
  [withCode('53100', 'could not extend file "base/1/2"'), 'the disk is full, so make room first'],
  [
    Object.assign(withCode('ERR_SQLITE_ERROR', 'database or disk is full'), { errcode: 13 }),
    'the disk is full, so make room first',
  ],
  [
    Object.assign(withCode('ERR_SQLITE_ERROR', 'disk I/O error'), { errcode: 778 }),
    'the disk is not working, so check whether it is read-only or failing',
  ],
  [
    Object.assign(withCode('ERR_SQLITE_ERROR', 'attempt to write a readonly database'), {
      errcode: 1032,
    }),
    'the database can only be read, so make its file and its folder writable',
  ],
  [
    Object.assign(withCode('ERR_SQLITE_ERROR', 'file is not a database'), { errcode: 26 }),
    'the database is damaged, so restore a backup as docs/backups.md says',
  ],
  [new Error('It ended.\nHint: Secret'), 'It ended'],
  [new Error('cannot use postgres://me:Secret@host/letters'), 'cannot use …'],
  [new Error(''), 'it failed without a reason'],
  ['Secret', 'it failed without a reason'],
  [undefined, 'it failed without a reason'],
])('%s', (cause, words) => {
  expect(reasonOf(new StoreUnavailable(cause))).toBe(words);
});

test('the words of a command stand around the reason, and other errors pass', async () => {
  const cause = new StoreUnavailable(new Error('It costs $& and $1'));
  const said = explaining('Stopped: REASON. Try again.', () => Promise.reject(cause));
  await expect(said).rejects.toThrow(
    new OwnerFacingError('Stopped: It costs $& and $1. Try again.'),
  );
  const full = new StoreUnavailable(withCode('53100'));
  await expect(explaining('A', () => Promise.reject(full), 'Full: REASON.')).rejects.toThrow(
    new OwnerFacingError('Full: the disk is full, so make room first.'),
  );
  await expect(explaining('A', () => Promise.reject(cause), 'Full')).rejects.toThrow(
    new OwnerFacingError('A'),
  );
  const other = new TypeError('ours');
  await expect(explaining('REASON', () => Promise.reject(other))).rejects.toBe(other);
  expect(await explaining('REASON', async () => 7)).toBe(7);
});
