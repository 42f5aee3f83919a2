import type { DatabaseSync } from 'node:sqlite';
import type { Records, RecordValue } from '#core/store.ts';
import type { Connection } from './connection.ts';

/** @param now milliseconds since 1970 */
export function sqliteRecords(
  database: DatabaseSync,
  connection: Connection,
  now: () => number,
): Records {
  const select = database.prepare(
    `SELECT value, version, expires_at FROM records
     WHERE kind = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)`,
  );
  const sweep = database.prepare('DELETE FROM records WHERE expires_at <= ?');
  const replace = database.prepare(
    'INSERT OR REPLACE INTO records (kind, key, value, expires_at) VALUES (?, ?, ?, ?)',
  );
  const deleteOne = database.prepare('DELETE FROM records WHERE kind = ? AND key = ?');
  const deleteKind = database.prepare('DELETE FROM records WHERE kind = ?');

  return {
    get: (kind, key) =>
      connection.read(() => {
        const row = select.get(kind, key, now());
        if (!row) return null;
        return {
          value: JSON.parse(row.value as string) as RecordValue,
          version: row.version as number,
          expiresAt: row.expires_at as number | null,
        };
      }),
    put: (kind, key, value, { ifVersion, expiresAt } = {}) =>
      connection.write(() => {
        sweep.run(now());
        if (ifVersion !== undefined) {
          const version = select.get(kind, key, now())?.version ?? 0;
          if (version !== ifVersion) return null;
        }
        const { lastInsertRowid } = replace.run(
          kind,
          key,
          JSON.stringify(value),
          expiresAt ?? null,
        );
        return Number(lastInsertRowid);
      }),
    delete: (kind, key) =>
      connection.write(() => {
        sweep.run(now());
        return deleteOne.run(kind, key).changes > 0;
      }),
    deleteAll: (kind) =>
      connection.write(() => {
        deleteKind.run(kind);
      }),
  };
}
