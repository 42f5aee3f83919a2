import { ENVIRONMENT_FILE, readEnvironmentFile } from '../../environment-file.ts';
import { checkPermissions } from './check-permissions.ts';
import type { Finding } from './finding.ts';

const PASSWORDS = ['MAIN_PASSWORD', 'ALTERNATIVE_PASSWORD', 'PGPASSWORD'];
const ADDRESSES = ['DATABASE_URL', 'DATABASE_LISTEN_URL'];
/** Matches a password also in an invalid address. */
const WITH_PASSWORD = /:\/\/.*:.*@|[?&]password=./;

/**
 * Checks who may read the `.env` file, if there is one with a password in it.
 * @throws OwnerFacingError when it cannot be read
 */
export async function checkEnvironmentFile(): Promise<Finding[]> {
  const variables = Object.entries(readEnvironmentFile()?.variables ?? {});
  const secret = variables.some(([name, value = '']) => isSecret(name, value));
  return secret ? checkPermissions(ENVIRONMENT_FILE, 'A password is in it') : [];
}

function isSecret(name: string, value: string): boolean {
  if (PASSWORDS.includes(name)) return value !== '';
  return ADDRESSES.includes(name) && WITH_PASSWORD.test(value);
}
