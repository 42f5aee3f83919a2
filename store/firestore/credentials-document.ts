import type { DocumentSnapshot } from '@google-cloud/firestore';
import { StoreUnavailable } from '#core/errors.ts';
import type { Records, RecordValue, StoredRecord } from '#core/store.ts';
import type { Connection } from './connection.ts';
import { microseconds } from './letter-document.ts';

/** A version that never matches: the value was replaced before its version could be read, or that failed. */
const OVER = 1;

/**
 * The document `admin/credentials` as a record, which others may have written. Its own fields are the value,
 * and the time of its last update, in microseconds since 1970, is the version. It never expires.
 */
export function credentialsDocument({ database, ask, commit, retryTransient }: Connection): {
  get(): Promise<StoredRecord | null>;
  put(value: RecordValue, ifVersion: number | undefined): ReturnType<Records['put']>;
  delete(): Promise<boolean>;
} {
  const reference = database.doc('admin/credentials');
  const read = () => ask(() => reference.get());

  /** The version of a value that has just been stored; never rejects with `StoreUnavailable`. */
  async function versionOf(value: RecordValue): Promise<number> {
    try {
      const after = recordIn(await read());
      const isOurs = after && Object.keys(value).every((key) => after.value[key] === value[key]);
      return isOurs ? after.version : OVER;
    } catch (error) {
      if (error instanceof StoreUnavailable) return OVER;
      throw error;
    }
  }

  return {
    get: async () => recordIn(await read()),

    put: (value, ifVersion) =>
      retryTransient(async () => {
        const before = await read();
        const version = recordIn(before)?.version ?? 0;
        if (ifVersion !== undefined && ifVersion !== version) return null;
        const { updateTime } = before;
        await commit((transaction) => {
          if (ifVersion === undefined) transaction.set(reference, value);
          else if (!updateTime) transaction.create(reference, value);
          else transaction.update(reference, value, { lastUpdateTime: updateTime });
        });
        return versionOf(value);
      }),

    delete: () =>
      retryTransient(async () => {
        if (!(await read()).exists) return false;
        await commit((transaction) => transaction.delete(reference, { exists: true }));
        return true;
      }),
  };
}

function recordIn(document: DocumentSnapshot): StoredRecord | null {
  const { updateTime } = document;
  if (!updateTime) return null;
  const entries = Object.entries(document.data() ?? {}).filter(([, value]) => isPlain(value));
  return {
    value: Object.fromEntries(entries) as RecordValue,
    version: microseconds(updateTime),
    expiresAt: null,
  };
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
