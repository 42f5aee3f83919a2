import { hash } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { BrokenSeal } from './engine-error.ts';

/**
 * The engine keeps no checksums: bytes that a bad disk changes inside a text are read as if they had
 * been written so. A seal is kept beside what it seals, and tells.
 */

/** What a row has that somebody else wrote, by hand or with another program. */
const NONE = 'none';
/** 128 bits, six in each character. */
const LENGTH = 22;

/** A digest of values as the engine gives them back. It must never change: seals are kept. */
export function sealOf(...values: SQLOutputValue[]): string {
  const written = values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value));
  return hash('sha256', JSON.stringify(written), 'base64url').slice(0, LENGTH);
}

/** @throws {BrokenSeal} when the values are not those that were sealed */
export function requireSeal(seal: SQLOutputValue | undefined, ...values: SQLOutputValue[]): void {
  if (seal !== NONE && seal !== sealOf(...values)) throw new BrokenSeal();
}
