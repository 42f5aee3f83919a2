import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OwnerFacingError } from '#core/errors.ts';
import { fileReason } from '#core/file-reason.ts';

/** In the working directory. Variables of the environment take precedence. */
export const ENVIRONMENT_FILE = '.env';

export type Environment = Record<string, string | undefined>;

/**
 * The variables in the file; none when there is no file.
 * @param known the names whose values must not be cut off by a comment
 * @throws OwnerFacingError when it cannot be read, or would be read differently than it looks
 */
export function readEnvironmentFile(known: readonly string[]): Environment {
  const text = environmentText();
  if (text === null) return {};
  const faults = linesIn(text).flatMap((line) =>
    line.name !== null && known.includes(line.name) && losesItsEnd(line) ? cutOff(line) : [],
  );
  if (faults.length > 0) throw new OwnerFacingError(faults.join('\n'));
  return parseEnv(text);
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
 * The lines of the file; null when there is none.
 * @throws OwnerFacingError when it cannot be read
 */
export function readEnvironmentLines(): EnvironmentLine[] | null {
  const text = environmentText();
  return text === null ? null : linesIn(text);
}

/** A value in quotation marks, and whatever follows the closing one. */
export const QUOTED = /^\s*(["'`])(?:(?!\1).)*\1(.*)$/;

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
  return (
    decoded(bytes)
      .replaceAll('\r\n', '\n')
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
    `The file ${ENVIRONMENT_FILE} cannot be read, for it is not text in UTF-8. Save it once more, in that encoding.`,
  );
}

/**
 * Whether a `#`, which begins a comment, may have been meant as part of the value. It is taken for a
 * comment only with a space before it, and also one behind it where no value precedes it.
 */
function losesItsEnd({ rest }: EnvironmentLine): boolean {
  const sign = rest.indexOf('#');
  if (sign < 0 || QUOTED.test(rest)) return false;
  const value = rest.slice(0, sign);
  if (value.trim() !== '') return !/\s$/.test(value);
  return value === '' || !/^#\s/.test(rest.slice(sign));
}

/** Quotes nothing of the value, which may be a password. */
function cutOff({ number, name }: EnvironmentLine): string {
  return (
    `Line ${number} of ${ENVIRONMENT_FILE}: what follows # in ${name} is a remark and would be left out. ` +
    'If it belongs to the value, put the whole value between quotation marks, ' +
    `like ${name}="…"; if it is a remark, put a space before and behind the #.`
  );
}
