import { expect, test } from 'vitest';
import { HASHES, hasSmallDisks, keptLetters, ownerMachine } from '#test/owner-machine.ts';

/** A failing disk can often still be read: its letters can be saved. */

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
      `WRONG Nothing can be written to ${database} and beside it (its disk can only be read): make both writable.`,
    ]);
    expect(stderr).toMatch(/^The database could not do this, and nothing was changed: .+\n$/);
  },
);
