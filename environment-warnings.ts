import { statSync } from 'node:fs';
import { closestName } from '#core/closest-name.ts';
import { ENVIRONMENT_FILE, type EnvironmentLine } from './environment-file.ts';

/** Something in `.env` that is ignored, or read differently than it looks. */
export interface EnvironmentWarning {
  /** A sentence for the owner. Quotes no value, which may be a password. */
  text: string;
  /** False where the line may well be meant as it is. */
  serious: boolean;
}

/** Names under which some editors save `.env`: with an ending that file managers hide, or without the dot. */
const MISNAMED = [
  'env',
  'env.txt',
  'env.rtf',
  `${ENVIRONMENT_FILE}.txt`,
  `${ENVIRONMENT_FILE}.rtf`,
];

/** A value in quotation marks, and whatever follows the closing one. */
const QUOTED = /^\s*(["'`])(?:(?!\1).)*\1(.*)$/;
const OPENED = /^\s*["'`]/;
/** A value in which Node reads a line break: between double quotation marks alone, it does so for a backslash and n. */
const BROKEN = /^\s*"[^"]*\\n[^"]*"/;
/** Typographic quotation marks, which some keyboards and editors insert. */
const CURLY = /^\s*[“”„‟‘’‚‛«»]/;

const serious = (text: string): EnvironmentWarning => ({ text, serious: true });
const minor = (text: string): EnvironmentWarning => ({ text, serious: false });

/**
 * @param lines of the file; null when there is none
 * @param known the names of all variables that anything reads
 */
export function environmentWarnings(
  lines: EnvironmentLine[] | null,
  known: readonly string[],
): EnvironmentWarning[] {
  if (lines === null) return MISNAMED.filter(isFile).map(misnamed);
  const names = lines.flatMap(({ name }) => name ?? []).toSorted();
  const isKnown = (name: string) => known.includes(name);
  const repeated = names.filter((name, at) => isKnown(name) && names.indexOf(name) < at);
  return [
    ...lines.flatMap((line) => misreadLine(line, known)),
    ...[...new Set(repeated)].map((name) => saidAgain(name, lines)),
    ...[...new Set(names)]
      .filter((name) => !isKnown(name))
      .map((name) => nothingReads(name, known)),
  ];
}

/**
 * A sentence for each line whose value would lose its end to a comment, or be read with a line break.
 * @param known the names of all variables that anything reads
 */
export function brokenValues(lines: EnvironmentLine[], known: readonly string[]): string[] {
  return lines
    .filter(({ name }) => name !== null && known.includes(name))
    .flatMap((line) => {
      if (losesItsEnd(line)) return [cutOff(line)];
      return BROKEN.test(line.rest) ? [lineBreak(line)] : [];
    });
}

function isFile(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}

function misnamed(name: string): EnvironmentWarning {
  return serious(
    `Nothing reads the file ${name}: its name must be ${ENVIRONMENT_FILE}, and nothing else.`,
  );
}

/** Quotes nothing at all of a line that is not understood. */
function misreadLine(line: EnvironmentLine, known: readonly string[]): EnvironmentWarning[] {
  const { number, name, rest } = line;
  const where = `Line ${number} of ${ENVIRONMENT_FILE}`;
  if (name === null) return [serious(`${where} is not read: ${howToWrite(line, known)}`)];
  const [, , behind] = QUOTED.exec(rest) ?? [];
  if (behind === undefined && OPENED.test(rest)) {
    return [
      serious(`${where}: the quotation mark that begins the value of ${name} is not closed there.`),
    ];
  }
  if (behind !== undefined && /^\s*[^\s#]/.test(behind)) {
    return [
      serious(
        `${where}: what follows the second quotation mark in ${name} is not read. Put the ` +
          'whole value between quotation marks of a kind that it does not contain: ", \' or `.',
      ),
    ];
  }
  if (CURLY.test(rest)) {
    // Only in a title may curly quotation marks be meant.
    const warning = name === 'SITE_TITLE' ? minor : serious;
    return [
      warning(
        `${where}: curly quotation marks are part of the value of ${name}; straight ones are not.`,
      ),
    ];
  }
  return [];
}

function howToWrite({ text }: EnvironmentLine, known: readonly string[]): string {
  const [word = ''] = /\w+/.exec(text) ?? [];
  return known.includes(word)
    ? `after ${word} there must be an equals sign, like ${word}=…`
    : 'it must be a name, an equals sign and a value, like OWNER_NAME=Ines Aldana. A comment begins with #.';
}

function saidAgain(name: string, lines: EnvironmentLine[]): EnvironmentWarning {
  const numbers = lines.filter((line) => line.name === name).map(({ number }) => number);
  const places = `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
  return serious(
    `Lines ${places} of ${ENVIRONMENT_FILE} say what ${name} is, and only the last is read: keep one.`,
  );
}

function nothingReads(name: string, known: readonly string[]): EnvironmentWarning {
  const text = `Nothing reads ${name} in ${ENVIRONMENT_FILE}.`;
  if (name.startsWith('NODE_')) return minor(`${text} Node looks for it only in the environment.`);
  const meant = closestName(name, known);
  return meant === null ? minor(text) : serious(`${text} ${meant} was probably meant.`);
}

/**
 * Whether a `#`, which begins a comment, may have been meant as part of the value. It surely begins a
 * comment only with a space before it, and where no value precedes it, also one behind it.
 */
function losesItsEnd({ rest }: EnvironmentLine): boolean {
  const sign = rest.indexOf('#');
  if (sign < 0 || QUOTED.test(rest)) return false;
  const value = rest.slice(0, sign);
  if (value.trim() !== '') return !/\s$/.test(value);
  return value === '' || !/^#\s/.test(rest.slice(sign));
}

function cutOff({ number, name }: EnvironmentLine): string {
  return (
    `Line ${number} of ${ENVIRONMENT_FILE}: what follows # in ${name} is a comment and would be left out. ` +
    'If it belongs to the value, put the whole value between quotation marks, ' +
    `like ${name}="…"; if it is a comment, put a space before and after the #.`
  );
}

function lineBreak({ number, name }: EnvironmentLine): string {
  return (
    `Line ${number} of ${ENVIRONMENT_FILE}: \\n in ${name} would be read as a line break. ` +
    "Put the value between other quotation marks: ' or `."
  );
}
