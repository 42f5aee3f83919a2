import { expect, test } from 'vitest';
import { readTrouble, writeTrouble } from './file-trouble.ts';

const failed = (code: string) => Object.assign(new Error(code), { code });

test('says that another program may be using a file, as an editor or a scanner of viruses does on Windows', () => {
  expect(readTrouble('old.json', failed('EBUSY'))).toBe(
    'The file old.json cannot be read: another program is using it.',
  );
  expect(writeTrouble('mine.json', failed('EBUSY')).message).toBe(
    'The file mine.json cannot be written: another program is using it.',
  );
  expect(writeTrouble('mine.json', failed('EPERM')).message).toBe(
    'The file mine.json cannot be written: this account is not allowed to, or another program is using it.',
  );
});
