import {
  ENVIRONMENT_FILE,
  readEnvironmentFile,
  VARIABLES,
  VARIABLES_OF_LIBRARIES,
} from '../../config.ts';
import { closestName } from './closest-name.ts';
import { type Finding, note } from './finding.ts';
import { openToAll } from './open-to-all.ts';

const KNOWN = [...VARIABLES, ...VARIABLES_OF_LIBRARIES];
const PASSWORDS = ['MAIN_PASSWORD', 'ALTERNATIVE_PASSWORD', 'PGPASSWORD'];
const ADDRESSES = ['DATABASE_URL', 'DATABASE_LISTEN_URL'];
/** Also in an address that is misspelt. */
const WITH_PASSWORD = /:\/\/.*:.*@|[?&]password=./;

/**
 * Looks at what stands in `.env`, if there is one.
 * @throws OwnerFacingError when it cannot be read
 */
export async function checkEnvironmentFile(): Promise<Finding[]> {
  const variables = readEnvironmentFile();
  const secret = Object.entries(variables).some(([name, value = '']) => isSecret(name, value));
  return [
    ...(secret ? await openToAll(ENVIRONMENT_FILE, 'A password is in it') : []),
    ...Object.keys(variables)
      .filter((name) => !KNOWN.includes(name))
      .map((name) => note(`Nothing reads ${name} in ${ENVIRONMENT_FILE}.${advice(name)}`)),
  ];
}

function isSecret(name: string, value: string): boolean {
  if (PASSWORDS.includes(name)) return value !== '';
  return ADDRESSES.includes(name) && WITH_PASSWORD.test(value);
}

function advice(name: string): string {
  if (name.startsWith('NODE_')) return ' Node looks for it in the environment alone.';
  const meant = closestName(name, KNOWN);
  return meant === null ? '' : ` ${meant} was probably meant.`;
}
