import { createHash } from 'node:crypto';
import type { Records } from '#core/store.ts';

const KIND = 'session';
const MINUTE = 60_000;
const IDLE = 30 * MINUTE;
const ABSOLUTE = 12 * 60 * MINUTE;
/** A session that is used is written at most this often. */
const TOUCH_EVERY = MINUTE;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Who has unlocked the portal. A session ends when it is closed, after 30 minutes without use, or
 * 12 hours after it was opened. Every method rejects with `StoreUnavailable`.
 */
export interface Sessions {
  /** Opens a session and gives its token: the only time that it is known here. */
  open(): Promise<string>;
  /** Whether a token's session is open; using it keeps it open. */
  check(token: string): Promise<boolean>;
  close(token: string): Promise<void>;
  closeAll(): Promise<void>;
}

export interface SessionsNeeds {
  records: Records;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A cryptographically secure source. */
  randomBytes: (count: number) => Uint8Array;
}

export function createSessions({ records, now, randomBytes }: SessionsNeeds): Sessions {
  /** The record expires with the session, so a record that is found is a session that is open. */
  const put = (key: string, openedAt: number, ifVersion: number) => {
    const expiresAt = Math.min(now() + IDLE, openedAt + ABSOLUTE);
    return records.put(KIND, key, { openedAt, usedAt: now() }, { ifVersion, expiresAt });
  };

  return {
    async open() {
      const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
      await put(keyOf(token), now(), 0);
      return token;
    },

    async check(token) {
      if (!TOKEN.test(token)) return false;
      const key = keyOf(token);
      const record = await records.get(KIND, key);
      if (!record) return false;
      const { openedAt, usedAt } = record.value as { openedAt: number; usedAt: number };
      if (now() - usedAt < TOUCH_EVERY) return true;
      // Only this version is renewed: a session that was closed meanwhile must stay closed.
      const renewed = await put(key, openedAt, record.version);
      return renewed !== null || (await records.get(KIND, key)) !== null;
    },

    async close(token) {
      if (TOKEN.test(token)) await records.delete(KIND, keyOf(token));
    },

    closeAll: () => records.deleteAll(KIND),
  };
}

/** Whoever reads the store must not be able to walk in: it knows a token's digest alone. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
