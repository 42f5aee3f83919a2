import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeLetterFile } from '#core/letter-file.ts';
import type { Command } from './command.ts';
import { countLetters, lettersWere } from './count-letters.ts';
import { outputTrouble } from './file-trouble.ts';
import { interruptible } from './interruption.ts';
import { passing } from './passing-letters.ts';
import { writeWholeFile } from './whole-file.ts';

/** Writes every letter, hidden ones too, into a file that `import` reads. */
export const exportLetters: Command = {
  parameters: '[FILE]',
  summary: 'write all letters, hidden ones too, to FILE or the screen',
  accepts: (args) => args.length <= 1 && !args[0]?.startsWith('-'),
  async run([path], { openStore, progress }) {
    const { letters } = await openStore({ mode: 'existing' });
    if (path === undefined) {
      await toOutput(Readable.from(writeLetterFile(letters.exportAll())));
      return 0;
    }
    await interruptible('No file was written.', async (signal) => {
      let count = 0;
      const passed = (now: number) => {
        count = now;
        progress.tell(`${countLetters(count)} written`);
      };
      const pieces = writeLetterFile(passing(letters.exportAll(), { passed, signal }));
      const isSameKind = (beginning: string) => /^(?:\[|$)/.test(beginning);
      await writeWholeFile(path, {
        kind: 'an export',
        now: Date.now(),
        isSameKind,
        pieces,
        signal,
      });
      progress.clear();
      console.log(`${lettersWere(count)} written to ${path}.`);
    });
    return 0;
  },
};

async function toOutput(text: Readable): Promise<void> {
  try {
    await pipeline(text, process.stdout, { end: false });
  } catch (error) {
    // Whoever reads it may have had enough, like `head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw outputTrouble(error);
  }
}
