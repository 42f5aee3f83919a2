import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Records, RecordValue, StoredRecord } from '#core/store.ts';
import type { Connection } from './connection.ts';
import type { Row } from './letter-row.ts';
import { requireSeal, sealOf } from './seal.ts';

export const RECORD_COLUMNS = 'kind, key, value, version, expires_at, seal';

/** @param now milliseconds since 1970 */
export function sqliteRecords(
  database: DatabaseSync,
  connection: Connection,
  now: () => number,
): Records {
  const select = database.prepare(
    `SELECT ${RECORD_COLUMNS} FROM records
     WHERE kind = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)`,
  );
  const selectKind = database.prepare(
    `SELECT ${RECORD_COLUMNS} FROM records
     WHERE kind = ? AND (expires_at IS NULL OR expires_at > ?)`,
  );
  const sweep = database.prepare('DELETE FROM records WHERE expires_at <= ?');
  const replace = database.prepare(
    'INSERT OR REPLACE INTO records (kind, key, value, expires_at, seal) VALUES (?, ?, ?, ?, ?)',
  );
  const deleteOne = database.prepare('DELETE FROM records WHERE kind = ? AND key = ?');
  const deleteKind = database.prepare('DELETE FROM records WHERE kind = ?');

  return {
    get: (kind, key) =>
      connection.read(() => {
        const row = select.get(kind, key, now());
        return row ? recordOf(row) : null;
      }),
    put: (kind, key, value, { ifVersion, expiresAt } = {}) =>
      connection.write(() => {
        sweep.run(now());
        if (ifVersion !== undefined) {
          const version = select.get(kind, key, now())?.version ?? 0;
          if (version !== ifVersion) return null;
        }
        const written = [kind, key, JSON.stringify(value), expiresAt ?? null] as const;
        const { lastInsertRowid } = replace.run(...written, sealOf(...written));
        return Number(lastInsertRowid);
      }),
    delete: (kind, key) =>
      connection.write(() => {
        sweep.run(now());
        return deleteOne.run(kind, key).changes > 0;
      }),
    list: (kind) => connection.read(() => selectKind.all(kind, now()).map(recordOf)),
    deleteAll: (kind) =>
      connection.write(() => {
        deleteKind.run(kind);
      }),
  };
}

/** @throws {BrokenSeal} */
export function recordOf({ kind, key, value, version, expires_at, seal }: Row): StoredRecord {
  requireSeal(seal, ...([kind, key, value, expires_at] as SQLOutputValue[]));
  return {
    value: JSON.parse(value as string) as RecordValue,
    version: version as number,
    expiresAt: expires_at as number | null,
  };
}
