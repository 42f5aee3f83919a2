import { expect, test } from 'vitest';
import { HASHES, hasSmallDisks, keptLetters, ownerMachine } from '#test/machine/owner-machine.ts';

/** A failing disk can often still be read: its letters can be saved. What is wrong with it, the doctor says. */

test.runIf(hasSmallDisks)(
  'backup, export and copy save the letters from a read-only disk',
  async () => {
    const { open, database, shellWithSmallDisk } = ownerMachine();
    // Open during the test, so that its log stays beside it, as when a site is killed.
    const store = await open();
    await store.letters.replaceAll(keptLetters(3));
    await store.records.put('admin', 'credentials', HASHES);
    const { stdout, stderr } = shellWithSmallDisk(
      'data',
      '200m',
      `mount -o remount,ro data
     letters backup mine.backup
     letters export mine.json
     letters copy sqlite:data/letters.db sqlite:new.db
     letters doctor | grep WRONG
     letters password --generate`,
    );
    expect(stdout.trimEnd().split('\n')).toEqual([
      '3 letters and the passwords were written to mine.backup.',
      '3 letters were written to mine.json.',
      '3 letters were copied from data/letters.db to new.db.',
      'Both were read again: they hold the same 3 letters and the same passwords.',
      `WRONG Nothing can be written to ${database} and beside it (its disk is read-only): make both writable.`,
    ]);
    expect(stderr).toMatch(/^The database could not do this, and nothing was changed: .+\n$/);
  },
);

test.runIf(hasSmallDisks)(
  'the doctor finds what alone is read-only beside a database',
  async () => {
    const { open, database, shellWithSmallDisk } = ownerMachine();
    const store = await open();
    await store.letters.replaceAll(keptLetters(3));
    const { stdout } = shellWithSmallDisk(
      'data',
      '200m',
      `mount --bind data/letters.db-shm data/letters.db-shm
     mount -o remount,bind,ro data/letters.db-shm
     letters doctor | grep WRONG`,
    );
    expect(stdout).toBe(
      `WRONG Nothing can be written, because of ${database}-shm (its disk is read-only): make that writable.\n`,
    );
  },
);

test.runIf(hasSmallDisks)(
  'the doctor finds that a disk with much room takes no more files',
  async () => {
    const { open, database, shellWithSmallDisk } = ownerMachine();
    const store = await open();
    await store.letters.replaceAll(keptLetters(3));
    const { stdout } = shellWithSmallDisk(
      'data',
      '200m,nr_inodes=9',
      `while touch data/$((number += 1)) 2> /dev/null; do :; done
     letters doctor | grep -e WRONG -e free`,
    );
    expect(stdout.trimEnd().split('\n')).toEqual([
      `WRONG No file can be made beside ${database} (there are too many on its disk, or too large ones), so the site could not start again.`,
      expect.stringMatching(/^ok {4}\d+ MB are free/),
    ]);
  },
);
