import { hash } from 'node:crypto';
import { Timestamp } from '@google-cloud/firestore';
import type { IdempotencyKey } from '#core/store.ts';
import { KEY_LIFETIME_MS } from '../retention.ts';
import type { Connection } from './connection.ts';

/** What is kept of an attempt to send a letter. It outlives its letter: a retry must learn of the deletion. */
interface SentKey {
  digest: string;
  letterId: string;
  /** A TTL policy of the database may delete it from then on. */
  expiresAt: Timestamp;
}

export function sentKeyReference({ database }: Connection, { key }: IdempotencyKey) {
  return database.collection('idempotency').doc(hash('sha256', key));
}

/** @param now milliseconds since 1970 */
export function sentKey({ digest }: IdempotencyKey, letterId: string, now: number): SentKey {
  return { digest, letterId, expiresAt: Timestamp.fromMillis(now + KEY_LIFETIME_MS) };
}

/** Null when the key was not used, or too long ago. */
export function liveKey(fields: unknown, now: number): SentKey | null {
  const key = fields as SentKey | undefined;
  return key && key.expiresAt.toMillis() >= now ? key : null;
}
