import { readFile, stat } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import { type LetterFile, readLetterFile } from '#core/letter-file.ts';
import { isBackup } from './backup-file.ts';
import { readTrouble } from './file-trouble.ts';
import { inUnits } from './in-units.ts';
import { shownPath } from './shown-path.ts';

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
    await warnOfSize(path);
    const bytes = await readFile(path);
    // As a stream, for a file may break off within a character: then it is text, but not JSON.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch (error) {
    return { ok: false, faults: [whyNotRead(path, error)] };
  }
  if (!isBackup(text)) return readLetterFile(text, ownerName);
  return {
    ok: false,
    faults: ['The file is a backup, not an export: `restore` puts it in its place.'],
  };
}

/**
 * Where memory runs out, Node or the system ends a command without a word that its owner could understand. What Node
 * takes at most follows the memory of the machine or container. What is free at the moment would tell less: to a
 * container what is cached from files counts as taken, and to macOS as well.
 */
async function warnOfSize(path: string): Promise<void> {
  const wanted = (await stat(path)).size * TIMES;
  const most = getHeapStatistics().heap_size_limit;
  if (wanted <= most) return;
  console.error(
    `Reading ${shownPath(path)} may take ${inUnits(wanted)} of memory, and Node takes ${inUnits(most)} at most here. If it ends for want of more, read it on a larger machine, and bring the letters here with \`backup\` and \`restore\`, which take little memory.`,
  );
}

function whyNotRead(path: string, error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? `The file ${path} is not an export: it is not even text (in UTF-8).`
    : readTrouble(path, error);
}
