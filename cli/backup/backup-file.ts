import { createHash } from 'node:crypto';
import { OwnerFacingError } from '#core/errors.ts';
import type { Letter } from '#core/letter.ts';
import { serializeLetter } from '#core/serialized-letter.ts';
import type { PasswordHashes } from '../../access/credentials.ts';
import { LONGEST_LINE } from '../files/file-lines.ts';

/**
 * A backup: a text file with one JSON value a line, restorable on every engine. The first line has the
 * format and when it was begun. Then come the letters in the order in which they were sent, and the hashes of
 * the passwords. The last line has the number of letters and the SHA-256 of every byte before it, which
 * reveals a file that was cut off or edited.
 *
 *   {"format":"letters-backup","version":1,"writtenAt":"2026-11-20T12:00:00.000Z"}
 *   {"letter":{"id":…}}
 *   {"passwords":{"mainPassword":"$argon2id$…","alternativePassword":"$argon2id$…"}}
 *   {"letters":1,"sha256":"…"}
 */

export const FORMAT = 'letters-backup';
/** Incremented when an older version of this program could not read the file. */
export const FORMAT_VERSION = 1;

/** The line of a letter, without its end; null when it would be too long for `readBackup`. */
export function backupLineOf(letter: Letter): string | null {
  const line = `{"letter":${serializeLetter(letter)}}`;
  return Buffer.byteLength(line) <= LONGEST_LINE ? line : null;
}

export function isBackup(beginning: string): boolean {
  return beginning.startsWith(`{"format":"${FORMAT}"`);
}

interface BackupContents {
  /** Milliseconds since 1970. */
  now: number;
  letters: AsyncIterable<Letter>;
  /** Called once all letters are written. */
  passwords(): Promise<PasswordHashes | null>;
}

/**
 * Writes a backup, piece by piece.
 * @throws OwnerFacingError at a letter that is too large for it
 */
export async function* writeBackup(contents: BackupContents): AsyncGenerator<string> {
  const { now, letters, passwords } = contents;
  const digest = createHash('sha256');
  const line = (json: string) => {
    const text = `${json}\n`;
    digest.update(text);
    return text;
  };
  const writtenAt = new Date(now).toISOString();
  yield line(JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, writtenAt }));
  let count = 0;
  for await (const letter of letters) {
    count += 1;
    const written = backupLineOf(letter);
    if (written === null) throw new OwnerFacingError(tooLarge(count));
    yield line(written);
  }
  yield line(JSON.stringify({ passwords: await passwords() }));
  yield `${JSON.stringify({ letters: count, sha256: digest.digest('hex') })}\n`;
}

function tooLarge(place: number): string {
  return `Letter ${place}, counted from the one sent first, has too much besides its words for a backup, so none was written. Update it in the portal, which keeps only its words; or take all of it to another database with \`copy\`.`;
}
