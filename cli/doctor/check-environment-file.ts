import { existsSync } from 'node:fs';
import { KNOWN_VARIABLES } from '../../config.ts';
import {
  ENVIRONMENT_FILE,
  readEnvironmentFile,
  readEnvironmentLines,
} from '../../environment-file.ts';
import { checkEnvironmentLine } from './check-environment-line.ts';
import { closestName } from './closest-name.ts';
import { type Finding, note, wrong } from './finding.ts';
import { openToAll } from './open-to-all.ts';

const PASSWORDS = ['MAIN_PASSWORD', 'ALTERNATIVE_PASSWORD', 'PGPASSWORD'];
const ADDRESSES = ['DATABASE_URL', 'DATABASE_LISTEN_URL'];
/** Also in an address that is misspelt. */
const WITH_PASSWORD = /:\/\/.*:.*@|[?&]password=./;
/** What an editor may make of the name, and a file manager may not show. */
const MISNAMED = `${ENVIRONMENT_FILE}.txt`;

/**
 * Looks at what stands in `.env`, if there is one.
 * @throws OwnerFacingError when it cannot be read
 */
export async function checkEnvironmentFile(): Promise<Finding[]> {
  const lines = readEnvironmentLines();
  if (lines === null) return existsSync(MISNAMED) ? [misnamed()] : [];
  const variables = readEnvironmentFile(KNOWN_VARIABLES);
  const secret = Object.entries(variables).some(([name, value = '']) => isSecret(name, value));
  const names = new Set(lines.flatMap(({ name }) => name ?? []));
  return [
    ...(secret ? await openToAll(ENVIRONMENT_FILE, 'A password is in it') : []),
    ...lines.flatMap((line) => checkEnvironmentLine(line, KNOWN_VARIABLES)),
    ...[...names]
      .filter((name) => !KNOWN_VARIABLES.includes(name))
      .toSorted()
      .map((name) => note(`Nothing reads ${name} in ${ENVIRONMENT_FILE}.${advice(name)}`)),
  ];
}

function misnamed(): Finding {
  return wrong(
    `Nothing reads the file ${MISNAMED}: its name must be ${ENVIRONMENT_FILE}, with nothing behind it.`,
  );
}

function isSecret(name: string, value: string): boolean {
  if (PASSWORDS.includes(name)) return value !== '';
  return ADDRESSES.includes(name) && WITH_PASSWORD.test(value);
}

function advice(name: string): string {
  if (name.startsWith('NODE_')) return ' Node looks for it in the environment alone.';
  const meant = closestName(name, KNOWN_VARIABLES);
  return meant === null ? '' : ` ${meant} was probably meant.`;
}
