import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LARGE } from '#test/machine/machine-to-copy.ts';
import { HASHES, hasSmallDisks, keptLetters, ownerMachine } from '#test/machine/owner-machine.ts';

/** What the commands say when the disk is full, and what they leave unchanged. */

const FULL = 'the disk is full, so make room first';

async function machineWith(letters = keptLetters(3)) {
  const machine = ownerMachine();
  const store = await machine.open();
  await store.letters.replaceAll(letters);
  await store.records.put('admin', 'credentials', HASHES);
  await store.close();
  return machine;
}

const machineWithMany = () => machineWith(keptLetters(600, LARGE));

test.runIf(process.platform === 'linux')('an export to a full disk says so', async () => {
  const { shell } = await machineWith();
  expect(shell('letters export > /dev/full')).toEqual({
    status: 1,
    stdout: '',
    stderr: `The letters cannot be written there: ${FULL}.\n`,
  });
});

test.runIf(process.platform === 'linux')('a backup larger than a file may be says so', async () => {
  const { shell } = await machineWithMany();
  // More than the index of the log, which the engine makes.
  expect(shell('ulimit -f 128; letters backup mine.backup')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The file mine.backup cannot be written: it is too large.\n',
  });
});

test.runIf(process.platform === 'linux').each([
  ['> /dev/full', FULL],
  ['| true', 'the program that should read it has ended'],
])('new passwords that nobody can see are no success: %s', async (output, why) => {
  const { shell } = await machineWith();
  // Only once nothing can be written there: the pipe's other end takes a moment to go.
  const untilNobodyReads = "trap '' PIPE; while echo; do :; done 2> /dev/null";
  const { status, stdout, stderr } = shell(
    `{ ${untilNobodyReads}; letters password --generate; echo "= $?" >&2; } ${output}`,
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: `The passwords were changed, but the new ones could not be shown: ${why}. Run the command again.\n= 1\n`,
  });
});

describe.runIf(hasSmallDisks)('a full disk', () => {
  test('with room for a part of new passwords alone is no success', async () => {
    const { folder, shellWithSmallDisk } = await machineWith();
    mkdirSync(join(folder, 'log'));
    const script = 'head -c 8150 /dev/zero > log/out; letters password --generate >> log/out';
    const { status, stderr } = shellWithSmallDisk('log', '8k', script);
    expect(stderr).toContain(`the new ones could not be shown: ${FULL}.`);
    expect(status).toBe(1);
  });

  test('under the database stops a restore, and nothing changes', async () => {
    const { folder, letters, shellWithSmallDisk } = await machineWith();
    (await machineWithMany()).letters('backup', join(folder, 'many.backup'));
    const before = letters('export').stdout;
    const script = 'letters restore many.backup --yes; echo "= $?"; letters export';
    const { stdout, stderr } = shellWithSmallDisk('data', '600k', script);
    const beside = /many\.backup\.before-restore-\S+Z/.exec(stdout)?.[0];
    expect(stderr).toBe(
      `The letters could not be restored: ${FULL}. Nothing was changed. ` +
        `All is still here, so ${beside} can be deleted.\n`,
    );
    expect(stdout).toBe(`What was here before is kept in ${beside}.\n= 1\n${before}`);
  });

  test('under the database stops an import, and nothing changes', async () => {
    const { folder, letters, shellWithSmallDisk } = await machineWith();
    (await machineWithMany()).letters('export', join(folder, 'many.json'));
    const before = letters('export').stdout;
    const script = 'letters import many.json; echo "= $?"; letters export';
    const { stdout, stderr } = shellWithSmallDisk('data', '600k', script);
    expect(stderr).toBe(`The letters could not be imported: ${FULL}. Nothing was changed.\n`);
    expect(stdout).toBe(`= 1\n${before}`);
  });

  test('under the database is the reason when it cannot be opened', async () => {
    const { database, shellWithSmallDisk } = await machineWith();
    const fill = 'cat /dev/zero > data/filler 2> /dev/null';
    const { stdout, stderr } = shellWithSmallDisk('data', '600k', `${fill}; letters export`);
    expect(stderr).toBe(
      `The database ${database} cannot be opened (disk I/O error).\n` +
        'Make room on the disk, or name another file in DATABASE_URL.\n',
    );
    expect(stdout).toBe('');
  });

  test('with room for bytes alone, and for no more files, is a reason when it cannot be opened', async () => {
    const { database, shellWithSmallDisk } = await machineWith();
    const fill = 'while touch data/$((number += 1)) 2> /dev/null; do :; done';
    const { stderr } = shellWithSmallDisk('data', '9m,nr_inodes=9', `${fill}; letters export`);
    expect(stderr).toBe(
      `The database ${database} cannot be opened for writing (unable to open database file).\n` +
        'Make its file, those beside it and its folder writable, make room for more files on its disk, or name another file in DATABASE_URL.\n',
    );
  });

  test('stops a restore before it changes anything if the present letters cannot be saved there', async () => {
    const { folder, shell, shellWithSmallDisk } = await machineWithMany();
    mkdirSync(join(folder, 'stick'));
    (await machineWith()).letters('backup', join(folder, 'stick/few.backup'));
    const digest = () => shell('letters export | sha256sum').stdout;
    const before = digest();
    const script = 'letters restore stick/few.backup --yes; echo "= $?"; ls stick';
    const { stdout, stderr } = shellWithSmallDisk('stick', '600k', script);
    expect(stderr).toMatch(/^The file stick\/few\.backup\.before-restore-\S+Z cannot be written: /);
    const lines = [
      `cannot be written: ${FULL}.`,
      'What is here now is first kept in a file beside the backup: if none can be written there, copy the backup elsewhere.',
      'Nothing was changed.\n',
    ];
    expect(stderr.endsWith(lines.join('\n'))).toBe(true);
    expect(stdout).toBe('= 1\nfew.backup\n');
    expect(digest()).toBe(before);
  });

  test('stops a copy, which keeps what was already copied', async () => {
    const { folder, shellWithSmallDisk } = await machineWithMany();
    mkdirSync(join(folder, 'new'));
    const script = [
      'letters copy sqlite:data/letters.db sqlite:new/letters.db; echo "= $?"',
      `DATABASE_URL=sqlite:new/letters.db letters export | grep -c '"id"'`,
    ];
    const { stdout, stderr } = shellWithSmallDisk('new', '2m', script.join('\n'));
    expect(stderr).toBe(
      `The copy came to a stop: ${FULL}. What was copied is whole; the same command goes on from there.\n`,
    );
    expect(stdout).toMatch(/^= 1\n[1-5]00\n$/);
  });
});
