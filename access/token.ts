import { hash } from 'node:crypto';
import type { RandomBytes } from '#core/random-bytes.ts';
import type { Records } from '#core/store.ts';

const TOKEN_BYTES = 32;

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

/** Only the digest is stored, so that reading the store does not let anybody in. */
export function digestOf(token: string): string {
  return hash('sha256', token);
}
