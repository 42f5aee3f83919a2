import { StoreUnavailable } from '#core/errors.ts';
import { digestOf, makeToken, type TokenNeeds } from './token.ts';

/** The kind of the records of sessions. */
export const SESSIONS = 'session';
const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS;
/** How often, at most, using a session writes its record. */
const TOUCH_EVERY_MS = MINUTE_MS;
/** How long a replaced session is remembered as such. Its watchers poll twice a second (session-watch.ts). */
const REPLACED_FOR_MS = MINUTE_MS;

/** `replaced`: closed, because its browser has opened another session. */
export type SessionState = 'open' | 'replaced' | 'closed';

/**
 * Who has unlocked the portal. A session ends when it is closed, after 30 minutes without use, or
 * 12 hours after it was opened. Every method rejects with `StoreUnavailable`.
 */
export interface Sessions {
  /** Opens a session. @returns its token, of which only the digest is stored */
  open(): Promise<string>;
  /** Whether a token's session is open. Counts as use, which extends it. */
  check(token: string): Promise<boolean>;
  /** The state of a token's session. Does not extend it. */
  state(token: string): Promise<SessionState>;
  close(token: string): Promise<void>;
  /** Closes the session of a browser that is about to be given another. */
  replace(token: string): Promise<void>;
}

export function createSessions({ records, now, randomBytes }: TokenNeeds): Sessions {
  /** The record expires with the session. */
  const put = (key: string, opened: number, ifVersion: number) => {
    const openedAt = Math.min(opened, now());
    const expiresAt = Math.min(now() + IDLE_MS, openedAt + ABSOLUTE_MS);
    return records.put(SESSIONS, key, { openedAt, usedAt: now() }, { ifVersion, expiresAt });
  };

  /** Finds no session that was used while the clock was ahead: with the clock set back, it would last too long. */
  async function find(token: string) {
    const record = await records.get(SESSIONS, digestOf(token));
    return Number(record?.value.usedAt ?? 0) > now() + IDLE_MS ? null : record;
  }

  async function state(token: string): Promise<SessionState> {
    const record = await find(token);
    if (!record) return 'closed';
    return record.value.replaced === true ? 'replaced' : 'open';
  }

  return {
    async open() {
      const token = makeToken(randomBytes);
      await put(digestOf(token), now(), 0);
      return token;
    },

    async check(token) {
      const record = await find(token);
      if (!record || record.value.replaced === true) return false;
      const { openedAt, usedAt } = record.value as { openedAt: number; usedAt: number };
      if (Math.abs(now() - usedAt) < TOUCH_EVERY_MS) return true;
      // Compare-and-set: a session that was closed meanwhile must stay closed. Not awaited, so that the
      // owner can still read while nothing can be written.
      put(digestOf(token), openedAt, record.version).catch((error) => {
        if (!(error instanceof StoreUnavailable)) throw error;
      });
      return true;
    },

    state,

    async close(token) {
      await records.delete(SESSIONS, digestOf(token));
    },

    async replace(token) {
      if ((await state(token)) !== 'open') return;
      const expiresAt = now() + REPLACED_FOR_MS;
      await records.put(SESSIONS, digestOf(token), { replaced: true }, { expiresAt });
    },
  };
}
