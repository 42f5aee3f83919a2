import { hash, randomInt } from 'node:crypto';
import {
  type DocumentSnapshot,
  type Precondition,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from '@google-cloud/firestore';
import type { Records, RecordValue, StoredRecord } from '#core/store.ts';
import type { Connection } from './connection.ts';
import { credentialsDocument } from './credentials-document.ts';

/** How many records are deleted at once. */
const BATCH = 300;
/** Expired records are swept every so many puts. */
const PUTS_PER_SWEEP = 100;
/** The number of random versions: large enough to avoid repetition, and exact as a number. */
const VERSIONS = 2 ** 47;

/**
 * Records are in the collection `records`, except for the credentials, which have a document of their own that
 * others may have written.
 * @param now milliseconds since 1970
 * @param sweepFailed called when a sweep fails, for which the next makes up
 */
export function firestoreRecords(
  connection: Connection,
  now: () => number,
  sweepFailed: (error: unknown) => void,
): Records {
  const { database, ask, commit, retryTransient } = connection;
  const records = database.collection('records');
  const credentials = credentialsDocument(connection);
  const isCredentials = (kind: string, key?: string) =>
    kind === 'admin' && (key === undefined || key === 'credentials');
  let puts = 0;

  /** The document's id is a digest, which is valid for every kind and key, and does not reveal the key. */
  function referenceOf(kind: string, key: string) {
    return records.doc(hash('sha256', JSON.stringify([kind, key])));
  }

  function live(document: DocumentSnapshot): StoredRecord | null {
    const fields = document.data();
    if (!fields) return null;
    const expiresAt = (fields.expiresAt as Timestamp | null)?.toMillis() ?? null;
    if (expiresAt !== null && expiresAt <= now()) return null;
    const value = JSON.parse(fields.value as string) as RecordValue;
    return { value, version: fields.version as number, expiresAt };
  }

  async function deleteBatches(
    query: Query,
    only: (found: QueryDocumentSnapshot) => Precondition = () => ({}),
  ): Promise<void> {
    let found: QueryDocumentSnapshot[];
    do {
      found = (await ask(() => query.limit(BATCH).get())).docs;
      await commit((transaction) => {
        for (const document of found) transaction.delete(document.ref, only(document));
      });
    } while (found.length === BATCH);
  }

  function sweepNowAndThen(): void {
    puts += 1;
    if (puts % PUTS_PER_SWEEP !== 1) return;
    const time = Timestamp.fromMillis(now());
    const expired = ['records', 'idempotency'].map((name) => {
      const query = database.collection(name).where('expiresAt', '<=', time).select();
      // A record may have been replaced since it was found.
      const unchanged = ({ updateTime }: QueryDocumentSnapshot) => ({ lastUpdateTime: updateTime });
      return retryTransient(() => deleteBatches(query, unchanged));
    });
    Promise.all(expired).catch(sweepFailed);
  }

  return {
    async get(kind, key) {
      if (isCredentials(kind, key)) return credentials.get();
      return live(await ask(() => referenceOf(kind, key).get()));
    },

    async put(kind, key, value, { ifVersion, expiresAt } = {}) {
      if (isCredentials(kind, key)) return credentials.put(value, ifVersion);
      const reference = referenceOf(kind, key);
      const version = randomInt(1, VERSIONS);
      const fields = {
        kind,
        value: JSON.stringify(value),
        version,
        expiresAt: expiresAt === undefined ? null : Timestamp.fromMillis(expiresAt),
      };
      const kept = await retryTransient(async () => {
        if (ifVersion === undefined) {
          await commit((transaction) => transaction.set(reference, fields));
          return version;
        }
        const document = await ask(() => reference.get());
        // An earlier try of ours was kept, though its answer was lost.
        if (document.get('version') === version) return version;
        if ((live(document)?.version ?? 0) !== ifVersion) return null;
        const { updateTime } = document;
        await commit((transaction) =>
          updateTime
            ? transaction.update(reference, fields, { lastUpdateTime: updateTime })
            : transaction.create(reference, fields),
        );
        return version;
      });
      sweepNowAndThen();
      return kept;
    },

    async delete(kind, key) {
      if (isCredentials(kind, key)) return credentials.delete();
      const reference = referenceOf(kind, key);
      return retryTransient(async () => {
        const document = await ask(() => reference.get());
        if (!live(document)) return false;
        await commit((transaction) => transaction.delete(reference, { exists: true }));
        return true;
      });
    },

    async list(kind) {
      const { docs } = await ask(() => records.where('kind', '==', kind).get());
      const found = isCredentials(kind) ? [await credentials.get()] : [];
      return [...docs.map(live), ...found].filter((record) => record !== null);
    },

    async deleteAll(kind) {
      if (isCredentials(kind)) await credentials.delete();
      await deleteBatches(records.where('kind', '==', kind).select());
    },
  };
}
