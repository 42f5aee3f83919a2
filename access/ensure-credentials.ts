import { retryUntilReachable } from '#core/retry-until-reachable.ts';
import type { Credentials, Passwords } from './credentials.ts';
import { makePassword } from './make-password.ts';

/**
 * Makes sure that the store has passwords, and retries until it can be reached. When it has none yet,
 * they are taken from the configuration, and generated where that has none.
 * @param signal ends the attempts; the promise then rejects with its reason
 * @returns the generated passwords, to be shown this once, or null when there are none
 */
export async function ensureCredentials(
  credentials: Credentials,
  given: { [Name in keyof Passwords]: string | null },
  randomBytes: (count: number) => Uint8Array,
  signal: AbortSignal,
): Promise<Partial<Passwords> | null> {
  if (await retryUntilReachable(() => credentials.exist(), signal)) return null;
  const made: Partial<Passwords> = {};
  if (given.mainPassword === null) made.mainPassword = makePassword(randomBytes);
  if (given.alternativePassword === null) made.alternativePassword = makePassword(randomBytes);
  const passwords = { ...given, ...made } as Passwords;
  const created = await retryUntilReachable(() => credentials.create(passwords), signal);
  const [own] = Object.values(made);
  if (own === undefined) return null;
  if (created) return made;
  // Another instance was first, or an attempt of ours whose answer was lost.
  const verdict = await retryUntilReachable(() => credentials.verify(own), signal);
  return verdict === 'right' ? made : null;
}
