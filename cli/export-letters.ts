import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { writeLetterFile } from '#core/letter-file.ts';
import type { Command } from './command.ts';

/** Hidden letters are in it too. */
const OWNER_ONLY = 0o600;

/** Writes every letter, hidden ones too, into a file that `import` reads. */
export const exportLetters: Command = {
  parameters: '[FILE]',
  summary: 'write all letters, hidden ones too, to FILE or the screen',
  accepts: (args) => args.length <= 1 && !args[0]?.startsWith('-'),
  async run([path], { openStore }) {
    const { letters } = await openStore();
    let count = 0;
    async function* counted() {
      for await (const letter of letters.exportAll()) {
        count += 1;
        yield letter;
      }
    }
    const text = Readable.from(writeLetterFile(counted()));
    await (path === undefined ? toOutput(text) : toFile(text, path));
    if (path !== undefined) {
      console.log(`${count === 1 ? '1 letter was' : `${count} letters were`} written to ${path}.`);
    }
    return 0;
  },
};

async function toOutput(text: Readable): Promise<void> {
  try {
    await pipeline(text, process.stdout, { end: false });
  } catch (error) {
    // Whoever reads it may have had enough, like `head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** A file of that name, an earlier export perhaps, gives way only to one that is whole. */
async function toFile(text: Readable, path: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    await pipeline(text, createWriteStream(unfinished, { mode: OWNER_ONLY, flush: true }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof StoreUnavailable) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    const why = code === 'ENOENT' ? 'there is no such folder' : code;
    throw new OwnerFacingError(`The file ${path} cannot be written: ${why}.`, { cause: error });
  }
}
