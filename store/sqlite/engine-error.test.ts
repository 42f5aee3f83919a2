import { expect, test } from 'vitest';
import { unavailable } from './engine-error.ts';

const withCode = (errcode: number, message: string) =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });

const DAMAGED = 'the database is damaged, so restore a backup as docs/backups.md says';

test.each([
  [5, 'database is locked', 'away', 'database is locked'],
  [
    8,
    'attempt to write a readonly database',
    'away',
    'the database can only be read, so make its file, those beside it and its folder writable',
  ],
  [
    1032,
    'attempt to write a readonly database',
    'away',
    'the database was moved, deleted or replaced while it was in use, so put it back, or start the site again with the one that is there now',
  ],
  [
    778,
    'disk I/O error',
    'away',
    'the disk is not working, so check whether it is read-only or failing, or your quota there is used up',
  ],
  [13, 'database or disk is full', 'full', 'the disk is full, so make room first'],
  [4874, 'disk I/O error', 'full', 'the disk is full, so make room first'],
  [11, 'database disk image is malformed', 'damaged', DAMAGED],
  [11 + 256, 'database disk image is malformed', 'damaged', DAMAGED],
  [26, 'file is not a database', 'damaged', DAMAGED],
])('%i, %s, makes the store %s: %s', (errcode, message, kind, reason) => {
  expect(unavailable(withCode(errcode, message))).toMatchObject({ kind, reason });
});
