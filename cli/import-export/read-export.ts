import { readFile } from 'node:fs/promises';
import { type LetterFile, readLetterFile } from '#core/letter-file.ts';
import { isBackup } from '../backup/backup-file.ts';
import { readTrouble } from '../files/file-trouble.ts';
import { warnOfSize } from '../files/warn-of-size.ts';

/** The signature of unsigned letters, where it does not matter. */
const ANYBODY = 'The Owner';
/** How many times its size a file may take in memory: its bytes, their text, and the letters in it. */
const TIMES = 5;

/**
 * Reads a file that `export` wrote, or another site, whole or not at all. Each fault is a sentence.
 * @param ownerName the signature of a letter that has none
 */
export async function readExport(path: string, ownerName = ANYBODY): Promise<LetterFile> {
  let text: string;
  try {
    await warnOfSize(path, TIMES);
    const bytes = await readFile(path);
    // As a stream, for a file may break off within a character: then it is text, but not JSON.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch (error) {
    return { ok: false, faults: [whyNotRead(path, error)] };
  }
  if (!isBackup(text)) return readLetterFile(text, ownerName);
  return {
    ok: false,
    faults: ['The file is not an export but a backup: use `restore`.'],
  };
}

function whyNotRead(path: string, error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? `The file ${path} is not an export: it is not UTF-8 text.`
    : readTrouble(path, error);
}
