import type { StoreUnavailable } from './errors.ts';

/** Codes of the operating system, for which the drivers have no better words. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at its address',
  ECONNRESET: 'the connection was cut',
  EAI_AGAIN: 'the name of its host is not known here',
  ENOTFOUND: 'the name of its host is not known here',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its host',
  ETIMEDOUT: 'it did not answer in time',
  ENOENT: 'there is nothing at its address',
};

/** What the owner is told where nothing more can be written. */
export const DISK_FULL = 'the disk is full, so make room first';

/** The code of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_FULL = '53100';
/** The code of SQLite: https://www.sqlite.org/rescode.html */
const SQLITE_FULL = 13;

/** Whether there was no room for what was to be written, so that nothing of it was. */
export function isFull({ cause }: StoreUnavailable): boolean {
  if (!(cause instanceof Error)) return false;
  const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
  return code === POSTGRES_FULL || errcode === SQLITE_FULL;
}

/** Why a store could not do what was asked, in one line without a full stop or an address. */
export function reasonOf(trouble: StoreUnavailable): string {
  if (isFull(trouble)) return DISK_FULL;
  const { cause } = trouble;
  // Of several addresses of one host that were tried, each has its own error.
  const error: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(error instanceof Error)) return 'it failed without a reason';
  const { code = '' } = error as NodeJS.ErrnoException;
  const [line = ''] = error.message.split('\n');
  const words = line.replace(/\b[\w+.-]+:\/\/\S+/g, '…').replace(/[.:\s]+$/, '');
  return REASONS[code] ?? (words || code || 'it failed without a reason');
}
