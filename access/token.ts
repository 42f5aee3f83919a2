import { hash } from 'node:crypto';
import type { RandomBytes } from '#core/random-bytes.ts';
import type { Records } from '#core/store.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What it takes to issue tokens and to recognise them. */
export interface TokenNeeds {
  records: Records;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
}

/** A token of 256 bits, which a browser keeps in a cookie. */
export function makeToken(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

/** Whether a text could be a token at all; others need no look into the store. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Only the digest is stored, so that reading the store does not let anybody in. */
export function digestOf(token: string): string {
  return hash('sha256', token);
}
