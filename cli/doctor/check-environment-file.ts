import { statSync } from 'node:fs';
import { KNOWN_VARIABLES } from '../../config.ts';
import {
  ENVIRONMENT_FILE,
  type EnvironmentLine,
  readEnvironmentFile,
  readEnvironmentLines,
} from '../../environment-file.ts';
import { checkEnvironmentLine } from './check-environment-line.ts';
import { checkPermissions } from './check-permissions.ts';
import { closestName } from './closest-name.ts';
import { type Finding, note, wrong } from './finding.ts';

const PASSWORDS = ['MAIN_PASSWORD', 'ALTERNATIVE_PASSWORD', 'PGPASSWORD'];
const ADDRESSES = ['DATABASE_URL', 'DATABASE_LISTEN_URL'];
/** Matches a password also in an invalid address. */
const WITH_PASSWORD = /:\/\/.*:.*@|[?&]password=./;
/** What some editors save it as, with an ending that file managers hide, or without the dot. */
const MISNAMED = ['env', 'env.txt', `${ENVIRONMENT_FILE}.txt`, `${ENVIRONMENT_FILE}.rtf`];

/**
 * Checks the `.env` file, if there is one.
 * @throws OwnerFacingError when it cannot be read
 */
export async function checkEnvironmentFile(): Promise<Finding[]> {
  const variables = Object.entries(readEnvironmentFile(KNOWN_VARIABLES));
  const secret = variables.some(([name, value = '']) => isSecret(name, value));
  return [
    ...(secret ? await checkPermissions(ENVIRONMENT_FILE, 'A password is in it') : []),
    ...misreadLines(),
  ];
}

/**
 * Finds lines of `.env` that are ignored, or are read differently than they look.
 * @throws OwnerFacingError when it cannot be read
 */
export function misreadLines(): Finding[] {
  const lines = readEnvironmentLines();
  if (lines === null) return MISNAMED.filter(isFile).map(misnamed);
  const names = lines.flatMap(({ name }) => name ?? []).toSorted();
  const isKnown = (name: string) => KNOWN_VARIABLES.includes(name);
  const repeated = names.filter((name, at) => isKnown(name) && names.indexOf(name) < at);
  return [
    ...lines.flatMap(checkEnvironmentLine),
    ...[...new Set(repeated)].map((name) => saidAgain(name, lines)),
    ...[...new Set(names)].filter((name) => !isKnown(name)).map(nothingReads),
  ];
}

function isFile(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}

function misnamed(name: string): Finding {
  return wrong(
    `Nothing reads the file ${name}: its name must be ${ENVIRONMENT_FILE}, and nothing else.`,
  );
}

function isSecret(name: string, value: string): boolean {
  if (PASSWORDS.includes(name)) return value !== '';
  return ADDRESSES.includes(name) && WITH_PASSWORD.test(value);
}

function saidAgain(name: string, lines: EnvironmentLine[]): Finding {
  const numbers = lines.filter((line) => line.name === name).map(({ number }) => number);
  const places = `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
  return wrong(
    `Lines ${places} of ${ENVIRONMENT_FILE} say what ${name} is, and only the last is read: keep one.`,
  );
}

function nothingReads(name: string): Finding {
  const words = `Nothing reads ${name} in ${ENVIRONMENT_FILE}.`;
  if (name.startsWith('NODE_')) return note(`${words} Node looks for it in the environment alone.`);
  const meant = closestName(name, KNOWN_VARIABLES);
  return meant === null ? note(words) : wrong(`${words} ${meant} was probably meant.`);
}
