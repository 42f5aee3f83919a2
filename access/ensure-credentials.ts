import type { Credentials, Passwords } from './credentials.ts';
import { makePassword } from './make-password.ts';

/**
 * Sees to it that there are passwords. When there are none yet, it takes those that the
 * configuration gives and makes the others.
 * @returns the passwords it made, to be shown this once, or null when it made none
 */
export async function ensureCredentials(
  credentials: Credentials,
  given: { [Name in keyof Passwords]: string | null },
  randomBytes: (count: number) => Uint8Array,
): Promise<Partial<Passwords> | null> {
  if (await credentials.exist()) return null;
  const made: Partial<Passwords> = {};
  if (given.mainPassword === null) made.mainPassword = makePassword(randomBytes);
  if (given.alternativePassword === null) made.alternativePassword = makePassword(randomBytes);
  const created = await credentials.create({ ...given, ...made } as Passwords);
  // Another instance was first: its passwords are the ones that hold.
  if (!created) return null;
  return Object.keys(made).length > 0 ? made : null;
}
