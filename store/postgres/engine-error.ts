import { DatabaseError } from 'pg';
import { DISK_FULL, type StoreTrouble, StoreUnavailable } from '#core/errors.ts';

/** Codes of the server: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONFLICTS = ['40001', '40P01'];
/** A prepared statement is missing, or exists already: a pooler has switched the connection. */
const FORGOTTEN = ['26000', '42P05'];
/** A statement that writes, or LISTEN, where only reading is possible. */
const ONLY_READ = '25006';

/** Error codes of the server and the system, in words for the owner. */
const TROUBLES: Record<string, Partial<StoreTrouble>> = {
  53100: { kind: 'full', reason: DISK_FULL },
  // At the start these are the owner's to put right (opening-error.ts); later, somebody has changed something.
  28000: { reason: 'the user is no longer let in' },
  '28P01': { reason: 'the user name or the password is no longer right' },
  '3D000': { reason: 'there is no longer a database of this name' },
  [ONLY_READ]: { reason: 'it can only be read, as a replica can' },
  ECONNREFUSED: { reason: 'nothing answers at its address' },
  ECONNRESET: { reason: 'the connection was cut' },
  EAI_AGAIN: { reason: 'the name of its host is not known here' },
  ENOTFOUND: { reason: 'the name of its host is not known here' },
  EHOSTUNREACH: { reason: 'the network does not reach its host' },
  ENETUNREACH: { reason: 'the network does not reach its host' },
  ETIMEDOUT: { reason: 'it did not answer in time' },
  ENOENT: { reason: 'there is nothing at its address' },
};

/**
 * Classes of codes whose messages speak of connections, constraints, tables and limits. The others,
 * such as 22 (data), may quote what was written.
 */
const QUOTES_NOTHING = /^(?:08|23|25|26|40|42|53|54|55|57|58)/;

/** The engine's message, without the rows, names and addresses that its errors contain. */
class EngineFault extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.name = 'EngineFault';
    this.code = code;
  }
}

/** The `StoreUnavailable` for any error of the driver. Its cause may be logged. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const fault = faultOf(error);
  return new StoreUnavailable(fault, TROUBLES[fault.code ?? '']);
}

/** The driver's answer, or a rejection with `StoreUnavailable`. */
export async function surfacing<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw unavailable(error);
  }
}

/** The part of an error that may be logged. */
export function faultOf(error: unknown): EngineFault {
  if (error instanceof EngineFault) return error;
  const code = isOnlyRead(error) ? ONLY_READ : codeOf(error);
  if (error instanceof DatabaseError && !QUOTES_NOTHING.test(code ?? '')) {
    return new EngineFault(`The database refused (${code}).`, code);
  }
  const message = messageOf(error);
  return new EngineFault(code && !message.includes(code) ? `${message} (${code})` : message, code);
}

/** When several addresses refused the connection, there is a message for each. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : 'Something that is no error was thrown.';
}

export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the transaction was rolled back, and may be retried at once. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof StoreUnavailable)) return false;
  return [...CONFLICTS, ...FORGOTTEN].includes(codeOf(error.cause) ?? '');
}

/** Whether the server, or a setting, lets the database only be read. */
export function isOnlyRead(error: unknown): boolean {
  const code = codeOf(error);
  // To a transaction that says that it will write, a replica answers with a code that has other meanings, too.
  const refusedToBegin = code === '0A000' && /during recovery/.test(messageOf(error));
  return code === ONLY_READ || refusedToBegin;
}

/** Whether a connection no longer knows the statements that were prepared on it. */
export function isForgotten(error: unknown): boolean {
  return FORGOTTEN.includes(codeOf(error) ?? '');
}
