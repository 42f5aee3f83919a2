import { hash } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { BrokenSeal } from './engine-error.ts';

/**
 * SQLite keeps no checksums: bytes that a bad disk changes inside a text are read as if they had been
 * written so. A seal is a checksum that is stored with each row.
 */

/** The seal of a row that was written by hand or by another program. */
const NONE = 'none';
/** 128 bits, six in each character. */
const LENGTH = 22;

/** A digest of values as the engine returns them. Its algorithm must never change: seals are stored. */
export function sealOf(...values: SQLOutputValue[]): string {
  const written = values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value));
  return hash('sha256', JSON.stringify(written), 'base64url').slice(0, LENGTH);
}

/** @throws {BrokenSeal} when the values are not those that were sealed */
export function requireSeal(seal: SQLOutputValue | undefined, ...values: SQLOutputValue[]): void {
  if (seal !== NONE && seal !== sealOf(...values)) throw new BrokenSeal();
}
