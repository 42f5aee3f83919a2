import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OwnerFacingError } from '#core/errors.ts';
import { fileReason } from '#core/file-reason.ts';

/** In the working directory; the environment goes before what it says. */
export const ENVIRONMENT_FILE = '.env';

export type Environment = Record<string, string | undefined>;

/**
 * What stands in the file; nothing when there is none.
 * @param known the names of which no value may lose its end to a remark
 * @throws OwnerFacingError when it cannot be read, or would be read otherwise than it looks
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

/** A line that is neither blank nor a remark. */
export interface EnvironmentLine {
  /** From 1. */
  number: number;
  text: string;
  /** What stands before the equals sign; null when that is no name, or when there is none. */
  name: string | null;
  /** What stands behind it, with all spaces, quotation marks and remarks. */
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

/** Up to the quotation mark that ends a value, and what stands behind it. */
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
      // What follows an equals sign and spaces alone would be the next line.
      .replaceAll(/=[ \t]+$/gm, '=')
      // Colours begin with what begins a remark in such a file.
      .replaceAll(
        /^([ \t]*(?:export[ \t]+)?ACCENT_COLOR[ \t]*=[ \t]*)(#[\da-f]+)(?!\S).*$/gim,
        '$1"$2"',
      )
  );
}

function decoded(bytes: Buffer): string {
  try {
    // Some editors begin a file with a mark, which is left out here.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // It is said below.
  }
  throw new OwnerFacingError(
    `The file ${ENVIRONMENT_FILE} cannot be read, for it is not text in UTF-8. Save it once more, in that encoding.`,
  );
}

/**
 * Whether a sign that begins a remark may have been meant for a part of the value: it is, unless
 * there is a space before it, and one behind it where there is nothing else.
 */
function losesItsEnd({ rest }: EnvironmentLine): boolean {
  const sign = rest.indexOf('#');
  if (sign < 0 || QUOTED.test(rest)) return false;
  const value = rest.slice(0, sign);
  if (value.trim() !== '') return !/\s$/.test(value);
  return value === '' || !/^#\s/.test(rest.slice(sign));
}

/** Shows nothing of the value, which may be a password. */
function cutOff({ number, name }: EnvironmentLine): string {
  return (
    `Line ${number} of ${ENVIRONMENT_FILE}: what follows # in ${name} is a remark and would be left out. ` +
    'If it belongs to the value, put the whole value between quotation marks, ' +
    `like ${name}="…"; if it is a remark, put a space before and behind the #.`
  );
}
