import { readFile } from 'node:fs/promises';
import { OwnerFacingError } from '#core/errors.ts';
import { readLetterFile } from '#core/letter-file.ts';
import { readConfig } from '../config.ts';
import { isBackup } from './backup-file.ts';
import type { Command } from './command.ts';
import { lettersWere } from './count-letters.ts';
import { readTrouble } from './file-trouble.ts';
import { explaining, NOTHING_CHANGED } from './store-trouble.ts';

const FAULTS_SHOWN = 20;
const IS_BACKUP =
  'The file is a backup, not an export: `restore` puts it in its place.\nNothing was imported.';

/** Takes letters in from a file, whole or not at all. The site may be running: readers see them arrive. */
export const importLetters: Command = {
  parameters: 'FILE',
  summary: 'take in letters from a file that `export` or another site wrote',
  example: 'old-letters.json',
  more: [
    'The file is one that `export` wrote, or a list of letters from a hosted document database. Either all of its letters are taken in, or none, and then it says what is wrong with which.',
    'Letters keep their ids, so that links to them still work. A letter that is here already stays as it is. The site may be running: readers see the letters arrive.',
  ],
  accepts: (args) => args.length === 1,
  async run([path = ''], { openStore }) {
    const text = await textOf(path);
    if (isBackup(text)) throw new OwnerFacingError(IS_BACKUP);
    const file = readLetterFile(text, readConfig().ownerName);
    if (!file.ok) throw new OwnerFacingError(report(file.faults));
    const { letters } = await explaining(NOTHING_CHANGED, () => openStore());
    const { added, present } = await explaining(
      'The letters could not all be taken in: REASON. Give the same command again, which leaves alone what is here already.',
      () => letters.importAll(file.letters, Date.now()),
    );
    const left =
      present.length > 0
        ? ` ${lettersWere(present.length)} already here and left as ${present.length === 1 ? 'it is' : 'they are'}.`
        : '';
    console.log(`${lettersWere(added)} taken in.${left}`);
    return 0;
  },
};

async function textOf(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const fault =
      (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? `The file ${path} is not an export: it is not even text (in UTF-8).`
        : readTrouble(path, error);
    throw new OwnerFacingError(`${fault}\nNothing was imported.`, { cause: error });
  }
}

function report(faults: string[]): string {
  const more = faults.length - FAULTS_SHOWN;
  return [
    ...faults.slice(0, FAULTS_SHOWN),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    'Nothing was imported.',
  ].join('\n');
}
