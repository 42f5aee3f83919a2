import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { beginsAsLetterFile, writeLetterFile } from '#core/letter-file.ts';
import type { Arguments } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { writeAtomicFile } from '../files/atomic-file.ts';
import { outputTrouble } from '../files/file-trouble.ts';
import { type Emptiness, keepEarlierLetters } from '../files/keep-earlier-letters.ts';
import { countLetters, lettersWere } from '../terminal/count-letters.ts';
import { interruptible } from '../terminal/interruption.ts';
import { passing } from '../terminal/passing-letters.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { readExport } from './read-export.ts';

const READABLE = '--readable';

/** Writes every letter, hidden ones too, into a file that `import` reads. */
export const exportLetters: Command = {
  parameters: `[FILE] [${READABLE}]`,
  summary: 'write all letters, hidden ones too, to FILE or the screen',
  example: 'my-letters.json',
  more: [
    'The file is text that other programs and `import` can read. Hidden letters are in it, too, but no passwords: to keep everything safe, use `backup`. Without FILE it is written to the screen.',
    `${READABLE} saves what it can from a damaged database, and says how many letters can no longer be read.`,
    'An earlier export of the same name is replaced once the new one is whole.',
  ],
  run,
};

async function run(
  { names: [path], options }: Arguments,
  { openStore, progress }: CommandContext,
): Promise<number> {
  let damaged = 0;
  const leftOut = (letters: number) => {
    damaged += letters;
  };
  const salvage = options.includes(READABLE);
  const { letters } = await openStore({ mode: salvage ? 'salvage' : 'existing' });
  const all = letters.exportAll(salvage ? { leftOut } : {});
  if (path === undefined) {
    await toOutput(Readable.from(writeLetterFile(all)));
  } else {
    await interruptible('No file was written.', async (signal) => {
      let count = 0;
      const passed = (now: number) => {
        count = now;
        progress.tell(`${countLetters(count)} written`);
      };
      const none = () => keepEarlierLetters(path, lettersIn, emptiness(damaged));
      await writeAtomicFile(path, {
        kind: 'an export',
        now: Date.now(),
        isSameKind: beginsAsLetterFile,
        pieces: writeLetterFile(passing(all, { passed, signal, none })),
        signal,
      });
      progress.clear();
      console.log(`${lettersWere(count)} written to ${shownPath(path)}.`);
    });
  }
  if (damaged === 0) return 0;
  const lost = Number.isFinite(damaged)
    ? lettersWere(damaged)
    : 'Nobody knows how many letters were';
  console.error(`${lost} left out, because what is damaged cannot be read.`);
  return 1;
}

function emptiness(damaged: number): Emptiness {
  return damaged === 0
    ? {
        found: 'There are no letters here now',
        remedy: 'Import it, or choose another name.',
      }
    : {
        found: 'None of the letters here can be read',
        remedy: 'Choose another name.',
      };
}

async function lettersIn(path: string): Promise<number | null> {
  const earlier = await readExport(path);
  return earlier.ok ? earlier.letters.length : null;
}

async function toOutput(text: Readable): Promise<void> {
  try {
    await pipeline(text, process.stdout, { end: false });
    // A newline for the terminal alone: in a pipe or a file, the export would differ from what was imported.
    if (process.stdout.isTTY) process.stdout.write('\n');
  } catch (error) {
    // The reader may have closed the pipe, as `head` does.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw outputTrouble(error);
  }
}
