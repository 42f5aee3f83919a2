import { randomBytes } from 'node:crypto';
import type { Store } from '#core/store.ts';
import { createCredentials } from '../../access/credentials.ts';
import type { Arguments } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { writeAtomicFile } from '../files/atomic-file.ts';
import { keepEarlierLetters } from '../files/keep-earlier-letters.ts';
import { countLetters, lettersWere } from '../terminal/count-letters.ts';
import { interruptible } from '../terminal/interruption.ts';
import { passing } from '../terminal/passing-letters.ts';
import type { Progress } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { isBackup, writeBackup } from './backup-file.ts';
import { readBackup } from './read-backup.ts';

/** Writes all letters and the passwords' hashes into one file. The site may be running. */
export const backUp: Command = {
  parameters: 'FILE',
  summary: 'write all letters and the passwords to FILE, for `restore`',
  example: 'my-letters.backup',
  more: [
    'The file has all letters, hidden ones too, and the hashes of the passwords. Keep it on a different disk from the site. The site may be running.',
    'An earlier backup of the same name is replaced once the new one is whole. Check it now and then with `doctor my-letters.backup`.',
  ],
  run: (args, context) =>
    interruptible('No backup was written.', (signal) => run(args, context, signal)),
};

async function run(
  { names: [path = ''] }: Arguments,
  { openStore, progress }: CommandContext,
  signal: AbortSignal,
): Promise<number> {
  const store = await openStore({ mode: 'existing' });
  const { letters, passwords } = await writeBackupFile(path, store, {
    isSameKind: isBackup,
    signal,
    progress,
  });
  const place = shownPath(path);
  console.log(
    passwords
      ? `${countLetters(letters)} and the passwords were written to ${place}.`
      : `${lettersWere(letters)} written to ${place}. There are no passwords yet.`,
  );
  return 0;
}

interface BackupWriting {
  /** Whether a file that begins so may be replaced; see `writeAtomicFile`. */
  isSameKind(beginning: string): boolean;
  signal: AbortSignal;
  progress: Progress;
}

/** @returns how many letters are in it, and whether passwords are */
export async function writeBackupFile(path: string, store: Store, writing: BackupWriting) {
  const { isSameKind, signal, progress } = writing;
  const now = Date.now();
  const credentials = createCredentials(store.records, randomBytes);
  const written = { letters: 0, passwords: false };
  const passed = (count: number) => {
    written.letters = count;
    progress.tell(`${countLetters(count)} written`);
  };
  // A database that was lost is created again, empty, at the next start. Its first backup must not
  // replace the last good one.
  const none = () => keepEarlierLetters(path, lettersIn, EMPTINESS);
  const pieces = writeBackup({
    now,
    letters: passing(store.letters.exportAll(), { passed, signal, none }),
    async passwords() {
      const hashes = await credentials.hashes();
      written.passwords = hashes !== null;
      return hashes;
    },
  });
  await writeAtomicFile(path, { kind: 'a backup', now, isSameKind, pieces, signal });
  progress.clear();
  return written;
}

const EMPTINESS = {
  found: 'There are no letters here now',
  remedy: 'Restore it, or choose another name.',
};

async function lettersIn(path: string): Promise<number | null> {
  const earlier = await readBackup(path, () => {});
  return earlier.ok ? earlier.backup.letters : null;
}
