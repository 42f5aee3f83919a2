import type { Records, RecordValue, StoredRecord } from '#core/store.ts';
import type { Row, Session } from './database.ts';

const SELECT = {
  name: 'record',
  text: `SELECT value, version, expires_at FROM records
    WHERE kind = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $3)`,
};
const SELECT_KIND = {
  name: 'records-of-kind',
  text: `SELECT value, version, expires_at FROM records
    WHERE kind = $1 AND (expires_at IS NULL OR expires_at > $2)`,
};
const PUT = {
  name: 'put-record',
  text: `INSERT INTO records (kind, key, value, expires_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, key) DO UPDATE
    SET value = excluded.value, expires_at = excluded.expires_at, version = DEFAULT
    RETURNING version`,
};
const PUT_IF_ABSENT = {
  name: 'put-absent-record',
  text: `INSERT INTO records (kind, key, value, expires_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, key) DO UPDATE
    SET value = excluded.value, expires_at = excluded.expires_at, version = DEFAULT
    WHERE records.expires_at <= $5
    RETURNING version`,
};
const PUT_IF_VERSION = {
  name: 'put-known-record',
  text: `UPDATE records SET value = $3, expires_at = $4, version = DEFAULT
    WHERE kind = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $5) AND version = $6
    RETURNING version`,
};
const DELETE = {
  name: 'delete-record',
  text: `DELETE FROM records
    WHERE kind = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $3) RETURNING 1`,
};
const DELETE_KIND = { name: 'delete-records', text: 'DELETE FROM records WHERE kind = $1' };
/** Skips locked rows, so that sweeps of several instances do not wait for each other. */
const SWEEP = {
  name: 'sweep-records',
  text: `DELETE FROM records WHERE (kind, key) IN (
      SELECT kind, key FROM records WHERE expires_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED
    )`,
};

/** @param now milliseconds since 1970 */
export function postgresRecords(session: Session, now: () => number): Records {
  return {
    async get(kind, key) {
      const [row] = await session.run(SELECT, [nameOf(kind), nameOf(key), now()]);
      return row ? recordOf(row) : null;
    },

    async put(kind, key, value, { ifVersion, expiresAt } = {}) {
      await session.run(SWEEP, [now()]);
      const put = [nameOf(kind), nameOf(key), JSON.stringify(value), expiresAt ?? null];
      const [row] =
        ifVersion === undefined
          ? await session.run(PUT, put)
          : ifVersion === 0
            ? await session.run(PUT_IF_ABSENT, [...put, now()])
            : await session.run(PUT_IF_VERSION, [...put, now(), ifVersion]);
      return row ? (row.version as number) : null;
    },

    async delete(kind, key) {
      const rows = await session.run(DELETE, [nameOf(kind), nameOf(key), now()]);
      return rows.length > 0;
    },

    async list(kind) {
      const rows = await session.run(SELECT_KIND, [nameOf(kind), now()]);
      return rows.map(recordOf);
    },

    async deleteAll(kind) {
      await session.run(DELETE_KIND, [nameOf(kind)]);
    },
  };
}

function recordOf(row: Row): StoredRecord {
  return {
    value: JSON.parse(row.value as string) as RecordValue,
    version: row.version as number,
    expiresAt: row.expires_at as number | null,
  };
}

/** A name as the engine can store it: escapes NUL and lone surrogates, which it refuses. */
function nameOf(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
