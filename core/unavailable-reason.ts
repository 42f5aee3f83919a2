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
const DAMAGED = 'the database is damaged, so restore a backup as docs/backups.md says';

/** The code of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_FULL = '53100';
/** Codes of SQLite, of which the lower byte counts: https://www.sqlite.org/rescode.html */
const SQLITE = { readOnly: 8, disk: 10, corrupt: 11, full: 13, notADatabase: 26 };
/** What SQLite has no better words for. */
const SQLITE_REASONS: Record<number, string> = {
  [SQLITE.readOnly]: 'the database can only be read, so make its file and its folder writable',
  [SQLITE.disk]: 'the disk is not working, so check whether it is read-only or failing',
  [SQLITE.corrupt]: DAMAGED,
  [SQLITE.full]: DISK_FULL,
  [SQLITE.notADatabase]: DAMAGED,
};

/** Whether there was no room for what was to be written, so that nothing of it was. */
export function isFull({ cause }: StoreUnavailable): boolean {
  return codeOf(cause) === POSTGRES_FULL || sqliteReason(cause) === DISK_FULL;
}

/** Whether what is kept was found to be damaged. */
export function isDamaged({ cause }: StoreUnavailable): boolean {
  return sqliteReason(cause) === DAMAGED;
}

function sqliteReason(cause: unknown): string | undefined {
  const { errcode } = (cause ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? SQLITE_REASONS[errcode & 0xff] : undefined;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? '') : '';
}

/** Why a store could not do what was asked, in one line without a full stop or an address. */
export function reasonOf(trouble: StoreUnavailable): string {
  if (isFull(trouble)) return DISK_FULL;
  const { cause } = trouble;
  const known = sqliteReason(cause);
  if (known !== undefined) return known;
  // Of several addresses of one host that were tried, each has its own error.
  const error: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(error instanceof Error)) return 'it failed without a reason';
  const code = codeOf(error);
  const [line = ''] = error.message.split('\n');
  const words = line.replace(/\b[\w+.-]+:\/\/\S+/g, '…').replace(/[.:\s]+$/, '');
  return REASONS[code] ?? (words || code || 'it failed without a reason');
}
