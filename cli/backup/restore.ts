import { randomBytes } from 'node:crypto';
import { OwnerFacingError } from '#core/errors.ts';
import type { Letter } from '#core/letter.ts';
import type { Store } from '#core/store.ts';
import { createCredentials } from '../../access/credentials.ts';
import { revokeAllAccess } from '../../access/revoke-all-access.ts';
import { forgetGuesses } from '../../access/throttle.ts';
import type { Arguments } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { warnOfSize } from '../files/warn-of-size.ts';
import { countLetters, lettersWere } from '../terminal/count-letters.ts';
import { formatInstant } from '../terminal/format-instant.ts';
import { interruptible, type MustFinish } from '../terminal/interruption.ts';
import { passing } from '../terminal/passing-letters.ts';
import type { Progress } from '../terminal/progress.ts';
import { confirm } from '../terminal/prompt.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { explaining } from '../terminal/store-trouble.ts';
import { withConsequence } from '../terminal/with-consequence.ts';
import { writeBackupFile } from './backup.ts';
import { type Backup, readBackup } from './read-backup.ts';

const YES = '--yes';
/** How many times its size a backup may take in memory: a text with signs like 😀 takes two bytes for each letter. */
const TIMES = 2;
const UNCHANGED = 'Nothing was changed.';
/** A backup is often on a disk, or in another account's folder, that can only be read. */
const KEPT_BESIDE =
  'What is here now is first kept in a file beside the backup: if none can be written there, copy the backup elsewhere.';

/** Replaces everything by a backup. The site may be running. */
export const restore: Command = {
  parameters: `FILE [${YES}]`,
  summary: 'replace the letters and passwords with those of a backup',
  example: 'my-letters.backup',
  more: [
    'The whole backup is checked before anything is changed. What is here now is kept in a file beside it, so that this can be undone. Then letters and passwords are those of the backup, every open portal is locked, and wrong guesses from before no longer count.',
    `Where there are letters it asks first, unless you add ${YES}. The site may be running.`,
  ],
  run: (args, context) =>
    interruptible(UNCHANGED, (signal, mustFinish) => run(args, context, signal, mustFinish)),
};

async function run(
  { names: [path = ''], options }: Arguments,
  context: CommandContext,
  signal: AbortSignal,
  mustFinish: MustFinish,
): Promise<number> {
  const { backup, letters } = await readWhole(path, context.progress, signal);
  const store = await withConsequence(UNCHANGED, () => context.openStore());
  const present = await countPresent(store, context.progress, signal);
  if (present > 0 && !options.includes(YES)) await ask(present, backup);
  const beside = await withConsequence(`${KEPT_BESIDE}\n${UNCHANGED}`, () =>
    keepWhatIsHere(path, { store, present, backup, context, signal }),
  );
  mustFinish('The letters are already being replaced, and that is finished first.');
  await replace({ store, letters, backup, beside });
  console.log(report(backup));
  return 0;
}

async function readWhole(path: string, progress: Progress, signal: AbortSignal) {
  const letters: Letter[] = [];
  await warnOfSize(path, TIMES);
  const read = await readBackup(path, (letter) => {
    signal.throwIfAborted();
    letters.push(letter);
    progress.tell(`${countLetters(letters.length)} checked`);
  });
  progress.clear();
  if (!read.ok) throw new OwnerFacingError(`${read.fault}\n${UNCHANGED}`);
  return { backup: read.backup, letters };
}

async function countPresent({ letters }: Store, progress: Progress, signal: AbortSignal) {
  let present = 0;
  const passed = () => progress.tell(`${countLetters(present)} found here`);
  for await (const _ of passing(letters.exportAll(), { passed, signal })) present += 1;
  progress.clear();
  return present;
}

/** @throws OwnerFacingError when the owner does not want it, or cannot be asked */
async function ask(present: number, { letters, writtenAt }: Backup): Promise<void> {
  const here = `There ${present === 1 ? 'is' : 'are'} ${countLetters(present)} here now`;
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    // As a whole: without the `--`, which is easily forgotten, npm takes the option for its own.
    const whole = `npm run letters -- restore FILE ${YES}`;
    throw new OwnerFacingError(`${here}. To replace them, type ${whole}\n${UNCHANGED}`);
  }
  const question = `${here}. Replace them with the ${countLetters(letters)} of ${formatInstant(writtenAt)}? [y/N] `;
  if (!(await confirm(question))) throw new OwnerFacingError(UNCHANGED);
}

interface Keeping {
  store: Store;
  present: number;
  backup: Backup;
  context: CommandContext;
  signal: AbortSignal;
}

/**
 * Writes a backup of all that will be replaced, beside the one that replaces it.
 * @returns its name, as it is shown; null when there was nothing to keep
 */
async function keepWhatIsHere(path: string, keeping: Keeping): Promise<string | null> {
  const { store, present, backup, context, signal } = keeping;
  const credentials = createCredentials(store.records, randomBytes);
  const losesPasswords =
    backup.passwords !== null &&
    (await credentials.exist()) &&
    !(await credentials.match(backup.passwords));
  if (present === 0 && !losesPasswords) return null;
  const second = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const beside = `${path}.before-restore-${second}Z`;
  await writeBackupFile(beside, store, {
    isSameKind: () => false,
    signal,
    progress: context.progress,
  });
  const kept = shownPath(beside);
  console.log(`What was here before is kept in ${kept}.`);
  return kept;
}

interface Replacing {
  store: Store;
  letters: Letter[];
  backup: Backup;
  /** The name of the backup of what was here; null when there is none. */
  beside: string | null;
}

async function replace({ store, letters, backup, beside }: Replacing): Promise<void> {
  const { passwords } = backup;
  const found = beside === null ? '' : ` What was here is still here, or in ${beside}.`;
  const kept = beside === null ? '' : ` All is still here, so ${beside} can be deleted.`;
  await explaining(
    ({ kind, reason }) => {
      const rest =
        kind === 'full' ? `Nothing was changed.${kept}` : `Run the same command again.${found}`;
      return `The letters could not be restored: ${reason}. ${rest}`;
    },
    () => store.letters.replaceAll(letters),
  );
  await explaining(
    ({ reason }) =>
      `The letters are restored, but not all that belongs to the passwords: ${reason}. Run the same command again.`,
    async () => {
      const { records } = store;
      if (passwords) await createCredentials(records, randomBytes).replaceHashes(passwords);
      await revokeAllAccess(records);
      if (passwords) await forgetGuesses(records);
    },
  );
}

function report({ letters, writtenAt, passwords }: Backup): string {
  const about = passwords
    ? 'The passwords are those of that time'
    : 'The backup has no passwords, so those here stay';
  return (
    `${lettersWere(letters)} restored as of ${formatInstant(writtenAt)}.\n` +
    `${about}, and every open portal is locked.`
  );
}
