import { digestOf, makeToken, type TokenNeeds } from './token.ts';

/** The kind of the records of known devices. */
export const KNOWN_DEVICES = 'device';
const DAY_MS = 24 * 60 * 60_000;
/** How long a browser is known after it last unlocked the portal. */
export const DEVICE_LIFETIME_MS = 365 * DAY_MS;
/** How long a token still works after its browser was given another. */
const REPLACED_DEVICE_LIFETIME_MS = 5 * 60_000;

/**
 * The browsers that have unlocked the portal before. Being known opens nothing: it only means that
 * the guesses of strangers do not stand in the way.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 * Every method rejects with `StoreUnavailable`.
 */
export interface KnownDevices {
  /** The name of a token's browser, which is the token's digest; null when the browser is not known. */
  recognise(token: string): Promise<string | null>;
  /** Makes a browser known. @returns its token, of which only the digest is stored */
  remember(): Promise<string>;
  /**
   * Lets a token expire soon, because its browser is given another. Not at once: the response with the
   * new token may be lost.
   */
  replace(token: string): Promise<void>;
  forget(token: string): Promise<void>;
}

export function createKnownDevices({ records, now, randomBytes }: TokenNeeds): KnownDevices {
  return {
    async recognise(token) {
      const name = digestOf(token);
      return (await records.get(KNOWN_DEVICES, name)) === null ? null : name;
    },

    async remember() {
      const token = makeToken(randomBytes);
      await records.put(
        KNOWN_DEVICES,
        digestOf(token),
        {},
        { expiresAt: now() + DEVICE_LIFETIME_MS },
      );
      return token;
    },

    async replace(token) {
      const name = digestOf(token);
      const record = await records.get(KNOWN_DEVICES, name);
      if (!record) return;
      const expiresAt = now() + REPLACED_DEVICE_LIFETIME_MS;
      // Compare-and-set: a device that was forgotten meanwhile must stay forgotten.
      await records.put(KNOWN_DEVICES, name, {}, { ifVersion: record.version, expiresAt });
    },

    async forget(token) {
      await records.delete(KNOWN_DEVICES, digestOf(token));
    },
  };
}
