import { MAX_PASSWORD_LENGTH } from './credentials.ts';

/** A password from the configuration, or null when it cannot be one. */
export function readPassword(password: string): string | null {
  const fits = password !== '' && password.length <= MAX_PASSWORD_LENGTH;
  return fits && password.isWellFormed() && !/[\r\n]/.test(password) ? password : null;
}
