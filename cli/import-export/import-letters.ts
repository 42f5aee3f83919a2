import { OwnerFacingError } from '#core/errors.ts';
import { readConfig } from '../../config.ts';
import type { Arguments } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { lettersWere } from '../terminal/count-letters.ts';
import { interruptible } from '../terminal/interruption.ts';
import { explaining } from '../terminal/store-trouble.ts';
import { readExport } from './read-export.ts';

const FAULTS_SHOWN = 20;

/** Takes letters in from a file, whole or not at all. The site may be running: readers see them arrive. */
export const importLetters: Command = {
  parameters: 'FILE',
  summary: 'import letters from a file that `export` or another site wrote',
  example: 'old-letters.json',
  more: [
    'The file is one that `export` wrote, or a list of letters from a hosted document database. Either all of its letters are imported, or none, and then it says what is wrong with which; on Firestore, more than 300 go in parts.',
    'Letters keep their ids, so that links to them still work. A letter that is here already stays as it is. The site may be running: readers see the letters arrive.',
  ],
  run: (args, context) =>
    interruptible('Nothing was changed.', (signal) => run(args, context, signal)),
};

async function run(
  { names: [path = ''] }: Arguments,
  { openStore }: CommandContext,
  signal: AbortSignal,
): Promise<number> {
  const file = await readExport(path, readConfig().ownerName);
  if (!file.ok) throw new OwnerFacingError(report(file.faults));
  const { letters } = await openStore();
  signal.throwIfAborted();
  const { added, present } = await explaining(
    ({ kind, reason }) =>
      kind === 'full'
        ? `The letters could not be imported: ${reason}. Nothing was changed.`
        : `The letters could not all be imported: ${reason}. Run the same command again, which leaves what is here already as it is.`,
    () => letters.importAll(file.letters, Date.now()),
  );
  const left =
    present.length > 0
      ? ` ${lettersWere(present.length)} already here and left as ${present.length === 1 ? 'it is' : 'they are'}.`
      : '';
  console.log(`${lettersWere(added)} imported.${left}`);
  return 0;
}

function report(faults: string[]): string {
  const more = faults.length - FAULTS_SHOWN;
  return [
    ...faults.slice(0, FAULTS_SHOWN),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    'Nothing was imported.',
  ].join('\n');
}
