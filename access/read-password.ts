import { MAX_PASSWORD_LENGTH } from './credentials.ts';

/**
 * A password from the configuration, or null when it cannot be one. A secret that was made with `echo`, as on
 * Kubernetes, ends in a line break, which nobody can type.
 */
export function readPassword(text: string): string | null {
  const password = text.replace(/[\r\n]+$/, '');
  const fits = password !== '' && password.length <= MAX_PASSWORD_LENGTH;
  return fits && password.isWellFormed() && !/[\r\n]/.test(password) ? password : null;
}
