import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import { nameOfStore, type StoreAddress } from '#core/store-address.ts';
import type { StoreOptions } from '../open-store.ts';
import { adoption } from './adoption.ts';
import { changeEntries } from './change-entries.ts';
import { changeLog } from './change-log.ts';
import { type Connection, connectTo } from './connection.ts';
import { failureIn, STATUS } from './engine-error.ts';
import { faultsIn } from './firestore-faults.ts';
import { firestoreRecords } from './firestore-records.ts';
import { type ChangeWatch, watchChanges } from './firestore-watch.ts';
import { foreignWrites } from './foreign-writes.ts';
import { letterImport } from './letter-import.ts';
import { letterReads } from './letter-reads.ts';
import { letterWrites } from './letter-writes.ts';
import { listenTo } from './listen-to.ts';

type FirestoreAddress = Extract<StoreAddress, { engine: 'firestore' }>;

/**
 * Keeps the letters in a Firestore project, beside letters that others keep there.
 * @throws {OwnerFacingError} when there is no such database, or we have no right to it
 * @throws {StoreUnavailable} when it cannot be reached now
 */
export async function openFirestoreStore(
  address: FirestoreAddress,
  options: StoreOptions,
): Promise<Store> {
  const connection = connectTo(address.projectId, options.random ?? Math.random);
  try {
    await checkRights(connection);
    return await storeOn(connection, options);
  } catch (error) {
    await connection.close();
    throw error instanceof StoreUnavailable ? inPlainWords(address, error) : error;
  }
}

/** An update of what is not there changes nothing, and is refused to those who may not write. */
async function checkRights({ database, ask, commit }: Connection): Promise<void> {
  await ask(() => database.collection('letters').limit(1).select().get());
  try {
    await commit((transaction) => transaction.update(database.doc('changes/none'), { number: 0 }));
  } catch (error) {
    const failure = error instanceof StoreUnavailable ? failureIn(error.cause) : null;
    if (failure?.status !== STATUS.NOT_FOUND) throw error;
  }
}

async function storeOn(connection: Connection, options: StoreOptions): Promise<Store> {
  const { now = Date.now, random = Math.random, log = () => {} } = options;
  const { ask, database } = connection;
  const entries = changeEntries(connection);
  const changes = changeLog(connection, entries, (number) => watch.catchUp(number));
  const reads = letterReads(connection);
  const adopting = adoption(connection, changes, random);
  const failed = (error: unknown) =>
    log('Listening to Firestore failed; trying again.', failureIn(error) ?? error);
  const listening = { random, failed };
  const others = foreignWrites(connection, entries, changes, adopting, listening);
  let stopListening = () => {};
  const watch: ChangeWatch = watchChanges(
    entries,
    reads.summaries,
    {
      start(news) {
        const heard = ({ docs }: { docs: { get(field: string): unknown }[] }) =>
          news((docs[0]?.get('number') as number | undefined) ?? 0);
        stopListening = listenTo(entries.newest, heard, listening);
        others.start();
      },
      stop() {
        stopListening();
        others.stop();
      },
    },
    random,
  );
  await adopting.adoptAll();

  const { summaries: _, ...lists } = reads;
  return {
    letters: {
      ...lists,
      ...letterWrites(connection, changes, random),
      ...letterImport(connection, changes, random),
      watchVisible: watch.watch,
    },
    records: firestoreRecords(connection, now, (error) =>
      log('Sweeping what has expired failed.', failureIn(error) ?? error),
    ),
    async ping() {
      await ask(() => database.collection('letters').limit(1).select().get());
    },
    faults: () => faultsIn(connection),
    async close() {
      watch.close();
      await connection.close();
    },
  };
}

/** What the person who runs the site can do about it; else the error itself. */
function inPlainWords(address: FirestoreAddress, error: StoreUnavailable): Error {
  const failure = failureIn(error.cause);
  const advice = failure && adviceFor(failure.status);
  if (!advice) return error;
  return new OwnerFacingError(
    `${nameOfStore(address)[0]?.toUpperCase()}${nameOfStore(address).slice(1)} ${advice}`,
    { cause: failure },
  );
}

function adviceFor(status: number | undefined): string | null {
  switch (status) {
    case undefined:
    case STATUS.UNAUTHENTICATED:
      return 'needs a key: let GOOGLE_APPLICATION_CREDENTIALS name the file of a service account that may use it.';
    case STATUS.PERMISSION_DENIED:
      return 'refuses us: give the service account the role Cloud Datastore User, and check that the Firestore API is on.';
    case STATUS.NOT_FOUND:
      return 'has no database: create one in the Firebase console, in native mode, or name another project in DATABASE_URL.';
    case STATUS.FAILED_PRECONDITION:
      return 'has a database in another mode: create one in native mode, or name another project in DATABASE_URL.';
    default:
      return null;
  }
}
