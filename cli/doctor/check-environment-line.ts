import { KNOWN_VARIABLES } from '../../config.ts';
import { ENVIRONMENT_FILE, type EnvironmentLine, QUOTED } from '../../environment-file.ts';
import { type Finding, note, wrong } from './finding.ts';

const OPENED = /^\s*["'`]/;
/** Typographic quotation marks, which some keyboards and editors insert. */
const CURLY = /^\s*[“”„‟‘’‚‛«»]/;

/**
 * What is ignored in a line, or read differently than it looks. Quotes no value, which may be a password, and
 * nothing at all of a line that is not understood.
 */
export function checkEnvironmentLine(line: EnvironmentLine): Finding[] {
  const { number, name, rest } = line;
  const where = `Line ${number} of ${ENVIRONMENT_FILE}`;
  if (name === null) return [wrong(`${where} is not read: ${howToWrite(line)}`)];
  const [, , behind] = QUOTED.exec(rest) ?? [];
  if (behind === undefined && OPENED.test(rest)) {
    return [
      wrong(`${where}: the quotation mark that begins the value of ${name} is not closed there.`),
    ];
  }
  if (behind !== undefined && /^\s*[^\s#]/.test(behind)) {
    return [
      wrong(
        `${where}: what stands behind the second quotation mark in ${name} is not read. Put the ` +
          'whole value between quotation marks of a kind that it does not contain: ", \' or `.',
      ),
    ];
  }
  if (CURLY.test(rest)) {
    // Only a title may mean them.
    const mark = name === 'SITE_TITLE' ? note : wrong;
    return [
      mark(`${where}: curly quotation marks belong to the value of ${name}; straight ones do not.`),
    ];
  }
  return [];
}

function howToWrite({ text }: EnvironmentLine): string {
  const [word = ''] = /\w+/.exec(text) ?? [];
  return KNOWN_VARIABLES.includes(word)
    ? `behind ${word} there must be an equals sign, like ${word}=…`
    : 'it must be a name, an equals sign and a value, like OWNER_NAME=Ines Aldana. A remark begins with #.';
}
