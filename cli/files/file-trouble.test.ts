import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { getSystemErrorName } from 'node:util';
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

/** As Node calls an error: it has no names for some. */
const given = (name: 'EDQUOT' | 'ESTALE') => getSystemErrorName(-constants.errno[name]);

test.each(['ENOTCONN', 'EHOSTDOWN', given('ESTALE')])(
  'says that a disk elsewhere is out of reach: %s',
  (code) => {
    expect(readTrouble('mine.backup', failed(code))).toBe(
      'The file mine.backup cannot be read: its disk is out of reach, so connect it again.',
    );
  },
);

test('says that a disk is full where a quota is used up', () => {
  expect(writeTrouble('mine.backup', failed(given('EDQUOT'))).message).toBe(
    'The file mine.backup cannot be written: the disk is full, so make room first.',
  );
});

test('says where macOS is told that the terminal may use a folder, like the one for downloads', () => {
  const onAMac = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'darwin' })`;
  const code = `
    import { readTrouble, writeTrouble } from ${JSON.stringify(join(import.meta.dirname, 'file-trouble.ts'))};
    const refused = Object.assign(new Error(), { code: 'EPERM' });
    console.log(readTrouble('mine.backup', refused));
    console.log(writeTrouble('mine.backup', refused).message);`;
  const options = ['--import', onAMac, '--input-type=module', '--eval', code];
  const why =
    'macOS does not let this terminal do that: see Files and Folders under Privacy & Security in System Settings';
  expect(String(spawnSync(process.execPath, options).stdout)).toBe(
    `The file mine.backup cannot be read: ${why}.\nThe file mine.backup cannot be written: ${why}.\n`,
  );
});
