import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Letter } from '#core/letter.ts';
import { sentAtOf } from '#core/position.ts';
import { parseSerializedLetter } from '#core/serialized-letter.ts';
import type { PasswordHashes } from '../../access/credentials.ts';
import { isPasswordHash } from '../../access/password-hash.ts';
import { linesOf } from '../files/file-lines.ts';
import { readTrouble } from '../files/file-trouble.ts';
import { FORMAT, FORMAT_VERSION } from './backup-file.ts';

export interface Backup {
  /** When it was begun, as an ISO date. */
  writtenAt: string;
  letters: number;
  passwords: PasswordHashes | null;
}

/** The fault is a sentence that names a line of the file and quotes nothing of what it says. */
type ReadBackup = { ok: true; backup: Backup } | { ok: false; fault: string };

/** Thrown when a file is not a whole backup. */
class Fault extends Error {}

/**
 * Reads a backup from its first line to its last and checks all of it.
 * @param take called with each letter; only the outcome tells whether the file is whole
 */
export async function readBackup(
  path: string,
  take: (letter: Letter) => void,
): Promise<ReadBackup> {
  const reading = startReading(take);
  try {
    for await (const line of linesOf(path)) reading.line(line);
    return { ok: true, backup: reading.end() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.message };
    if (error instanceof RangeError) return { ok: false, fault: reading.tooLong() };
    return { ok: false, fault: readTrouble(path, error) };
  }
}

const hash = z.string().refine(isPasswordHash).exactOptional();
const header = z.object({ format: z.literal(FORMAT), version: z.number() });
const firstLine = z.strictObject({
  ...header.shape,
  // A newer one was refused before.
  version: z.int().positive(),
  writtenAt: z.iso.datetime(),
});
const passwordsLine = z.strictObject({
  passwords: z.strictObject({ mainPassword: hash, alternativePassword: hash }).nullable(),
});
const lastLine = z.strictObject({ letters: z.int(), sha256: z.string() });

function startReading(take: (letter: Letter) => void) {
  const digest = createHash('sha256');
  const ids = new Map<string, number>();
  const places = new Map<number, number>();
  let number = 0;
  let writtenAt: string | null = null;
  let passwords: PasswordHashes | null | undefined;
  let whole = false;

  const fault = (words: string) => new Fault(`Line ${number}${words}`);

  function takeLetter(value: unknown): void {
    const read = parseSerializedLetter(value);
    if (!read.ok) throw fault(`${read.field === null ? '' : `, ${read.field}:`} ${read.fault}`);
    const { letter } = read;
    const sameId = ids.get(letter.id);
    if (sameId !== undefined) throw fault(`, id: is the same as in line ${sameId}.`);
    const samePlace = places.get(sentAtOf(letter.position));
    if (samePlace !== undefined) throw fault(`, position: is the same as in line ${samePlace}.`);
    ids.set(letter.id, number);
    places.set(sentAtOf(letter.position), number);
    take(letter);
  }

  function checkEnd(value: unknown): void {
    const { success, data } = lastLine.safeParse(value);
    if (!success) throw fault(' is not one that a backup has.');
    if (data.letters !== ids.size) {
      throw fault(` says that there are ${data.letters} letters, but there are ${ids.size}.`);
    }
    if (data.sha256 !== digest.digest('hex')) {
      throw fault(' has another digest: the file was changed after it was written.');
    }
    whole = true;
  }

  function takeLine(value: unknown): void {
    if (writtenAt === null) writtenAt = readFirstLine(value, fault);
    else if (whole) throw fault(' comes after the end.');
    else if (passwords === undefined && isRecord(value) && Object.hasOwn(value, 'letter')) {
      if (Object.keys(value).length > 1) throw fault(' is not one that a backup has.');
      takeLetter(value.letter);
    } else if (passwords === undefined) {
      const parsed = passwordsLine.safeParse(value);
      if (!parsed.success) throw fault(' is not one that a backup has.');
      ({ passwords } = parsed.data);
    } else checkEnd(value);
  }

  return {
    line(bytes: Buffer): void {
      number += 1;
      takeLine(parse(bytes, fault, number));
      if (!whole) digest.update(bytes);
    },
    /** @returns what is said of a file whose next line is too long for any letter */
    tooLong(): string {
      return number === 0
        ? NO_BACKUP
        : `Line ${number + 1} is longer than any that \`backup\` writes.`;
    },
    end(): Backup {
      if (!whole || writtenAt === null) {
        throw new Fault(
          number === 0
            ? 'The file is empty.'
            : `The file ends after line ${number}, and is not whole.`,
        );
      }
      return { writtenAt, letters: ids.size, passwords: passwords ?? null };
    },
  };
}

const NO_BACKUP = 'The file is not a backup: its first line does not say so.';
const DATABASE = 'The file is not a backup but a database: use `copy`.';

type FaultIn = (words: string) => Fault;

const GZIP = Buffer.from([0x1f, 0x8b]);
const SQLITE = Buffer.from('SQLite format 3\0');
const LIST = Buffer.from('[');

function parse(bytes: Buffer, fault: FaultIn, number: number): unknown {
  const begins = (start: Buffer) => number === 1 && start.equals(bytes.subarray(0, start.length));
  if (begins(GZIP)) throw new Fault('The file is compressed: unpack it first.');
  if (begins(SQLITE)) throw new Fault(DATABASE);
  if (begins(LIST)) throw new Fault('The file is not a backup but an export: use `import`.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    if (number === 1) throw new Fault(NO_BACKUP);
    throw fault(bytes.at(-1) === 0x0a ? ' is not JSON.' : ' breaks off: the file is not whole.');
  }
}

function readFirstLine(value: unknown, fault: FaultIn): string {
  const about = header.safeParse(value);
  if (!about.success) throw new Fault(NO_BACKUP);
  if (about.data.version > FORMAT_VERSION) {
    throw new Fault('The file was written by a newer version of this site: use that one.');
  }
  const parsed = firstLine.safeParse(value);
  if (!parsed.success) throw fault(' does not say when the backup was written.');
  return parsed.data.writtenAt;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
