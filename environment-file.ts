import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OwnerFacingError } from '#core/errors.ts';
import { fileReason } from '#core/file-reason.ts';

/** In the working directory. Variables of the environment take precedence. */
export const ENVIRONMENT_FILE = '.env';

export type Variables = Record<string, string | undefined>;

interface EnvironmentFile {
  variables: Variables;
  lines: EnvironmentLine[];
}

/** A line that is neither blank nor a comment. */
export interface EnvironmentLine {
  /** From 1. */
  number: number;
  text: string;
  /** The text before the equals sign; null when that is not a name, or there is no such sign. */
  name: string | null;
  /** Everything after the equals sign, with spaces, quotation marks and comments. */
  rest: string;
}

/**
 * Reads the file `.env`; null when there is none.
 * @throws OwnerFacingError when it cannot be read
 */
export function readEnvironmentFile(): EnvironmentFile | null {
  const text = environmentText();
  return text === null ? null : { variables: parseEnv(text), lines: linesIn(text) };
}

/** Before a name, around its equals sign, before a comment, and at the end of a line. */
const SPACES_BETWEEN =
  /^[^\S\r\n]*(?:export[^\S\r\n]+)?[\w.-]+[^\S\r\n]*=[^\S\r\n]*|[^\S\r\n]+(?=#|$)/gm;

const NAME = /^\s*(?:export\s+)?([a-z_][\w.-]*)\s*=(.*)$/i;

function linesIn(text: string): EnvironmentLine[] {
  return text
    .split('\n')
    .map((line, at) => {
      const [, name = null, rest = ''] = NAME.exec(line) ?? [];
      return { number: at + 1, text: line, name, rest };
    })
    .filter((line) => /^\s*[^\s#]/.test(line.text));
}

function environmentText(): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(ENVIRONMENT_FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new OwnerFacingError(
      `The file ${ENVIRONMENT_FILE} cannot be read: ${fileReason(error)}.`,
      { cause: error },
    );
  }
  const text = decoded(bytes);
  // As TextEdit on a Mac writes, unless told otherwise: some of its lines would be read, with a backslash at the end.
  if (text.startsWith('{\\rtf')) {
    throw new OwnerFacingError(
      `The file ${ENVIRONMENT_FILE} cannot be read, because it is formatted text (RTF). Write it again as plain ` +
        'text: in TextEdit, choose Format, Make Plain Text before you save it.',
    );
  }
  return (
    text
      .replaceAll('\r\n', '\n')
      // What is copied from a web page or a chat may end in a space without a width.
      .replaceAll(/^[\u200b\u2060]+|[\u200b\u2060]+$|(?<==)[\u200b\u2060]+/gm, '')
      // Web pages and some keyboards write no-break spaces, which Node takes for a part of the name or value.
      .replaceAll(SPACES_BETWEEN, (between) => between.replaceAll(/[^\S\r\n]/g, ' '))
      // After an equals sign and spaces alone, Node would take the next line for the value.
      .replaceAll(/=[ \t]+$/gm, '=')
      // A colour begins with #, which would begin a comment.
      .replaceAll(
        /^([ \t]*(?:export[ \t]+)?ACCENT_COLOR[ \t]*=[ \t]*)(#[\da-f]+)(?!\S).*$/gim,
        '$1"$2"',
      )
  );
}

function decoded(bytes: Buffer): string {
  try {
    // Drops the byte order mark with which some editors begin a file.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below.
  }
  throw new OwnerFacingError(
    `The file ${ENVIRONMENT_FILE} cannot be read, because it is not UTF-8 text. Save it again in that encoding.`,
  );
}
