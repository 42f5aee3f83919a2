import { hash } from 'node:crypto';
import type { Records } from '#core/store.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What is needed to give tokens and to know them again. */
export interface TokenNeeds {
  records: Records;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A cryptographically secure source. */
  randomBytes: (count: number) => Uint8Array;
}

/**
 * A token of 256 bits that a browser is given to show again.
 * @param randomBytes a cryptographically secure source
 */
export function makeToken(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

/** Whether a text could be a token at all; others are not worth a look into the store. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Whoever reads the store must not be able to walk in: it knows a token's digest alone. */
export function digestOf(token: string): string {
  return hash('sha256', token);
}
