import type { RandomBytes } from '#core/random-bytes.ts';
import { retryUntilReachable } from '#core/retry-until-reachable.ts';
import type { Credentials, Passwords } from './credentials.ts';
import { makePassword } from './make-password.ts';

interface EnsureNeeds {
  credentials: Credentials;
  /** The configured passwords. */
  given: { [Name in keyof Passwords]: string | null };
  randomBytes: RandomBytes;
  /** Ends the attempts; the promise then rejects with its reason. */
  signal: AbortSignal;
  /** Called after each attempt for which the store could not be reached. */
  onUnreachable: () => void;
}

/**
 * Makes sure that the store has passwords, and retries until it can be reached. When it has none yet,
 * they are taken from the configuration, and generated where that has none.
 * @returns the generated passwords, to be shown this once, or null when there are none
 */
export async function ensureCredentials(needs: EnsureNeeds): Promise<Partial<Passwords> | null> {
  const { credentials, given, randomBytes, signal, onUnreachable } = needs;
  const retry = <Result>(work: () => Promise<Result>) =>
    retryUntilReachable(work, signal, { onUnreachable });
  if (await retry(() => credentials.exist())) return null;
  const made: Partial<Passwords> = {};
  if (given.mainPassword === null) made.mainPassword = makePassword(randomBytes);
  if (given.alternativePassword === null) made.alternativePassword = makePassword(randomBytes);
  const passwords = { ...given, ...made } as Passwords;
  const created = await retry(() => credentials.create(passwords));
  const [own] = Object.values(made);
  if (own === undefined) return null;
  if (created) return made;
  // Another instance was first, or an attempt of ours whose answer was lost.
  const verdict = await retry(() => credentials.verify(own));
  return verdict === 'right' ? made : null;
}
