import { type Persistence, untilReachable } from '#core/until-reachable.ts';
import type { Credentials, Passwords } from './credentials.ts';
import { makePassword } from './make-password.ts';

/**
 * Sees to it that there are passwords, for as long as that takes. When there are none yet, it takes
 * those that the configuration gives and makes the others.
 * @returns the passwords it made, to be shown this once, or null when it made none
 */
export async function ensureCredentials(
  credentials: Credentials,
  given: { [Name in keyof Passwords]: string | null },
  randomBytes: (count: number) => Uint8Array,
  persistence: Persistence,
): Promise<Partial<Passwords> | null> {
  if (await untilReachable(() => credentials.exist(), persistence)) return null;
  const made: Partial<Passwords> = {};
  if (given.mainPassword === null) made.mainPassword = makePassword(randomBytes);
  if (given.alternativePassword === null) made.alternativePassword = makePassword(randomBytes);
  const passwords = { ...given, ...made } as Passwords;
  const created = await untilReachable(() => credentials.create(passwords), persistence);
  const [own] = Object.values(made);
  if (own === undefined) return null;
  if (created) return made;
  // Another instance was first, or an attempt of ours whose answer was lost.
  const verdict = await untilReachable(() => credentials.verify(own), persistence);
  return verdict === 'right' ? made : null;
}
