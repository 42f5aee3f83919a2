import { StoreUnavailable } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import { nameOfStore, type StoreAddress } from '#core/store-address.ts';
import { STORE_VARIABLE } from '../place.ts';
import type { StoreOptions } from '../store-options.ts';
import { adoption } from './adoption.ts';
import { changeEntries } from './change-entries.ts';
import { type Connection, connectTo } from './connection.ts';
import { failureIn, unavailable } from './engine-error.ts';
import { findCredentials } from './find-credentials.ts';
import { faultsIn } from './firestore-faults.ts';
import { firestoreRecords } from './firestore-records.ts';
import { type ChangeWatch, watchChanges } from './firestore-watch.ts';
import { foreignWrites } from './foreign-writes.ts';
import { letterImport } from './letter-import.ts';
import { letterReads } from './letter-reads.ts';
import { letterTransactions } from './letter-transactions.ts';
import { letterWrites } from './letter-writes.ts';
import type { Listening } from './listen-to.ts';
import { neverUsed, openingError } from './opening-error.ts';

type FirestoreAddress = Extract<StoreAddress, { engine: 'firestore' }>;

/**
 * Keeps the letters in a Firestore project, beside letters that others keep there.
 * @throws {OwnerFacingError} when there is no such database, or we have no right to it, or nothing may be
 * made where no letters were ever kept
 * @throws {StoreUnavailable} when it cannot be reached now
 */
export async function openFirestoreStore(
  address: FirestoreAddress,
  options: StoreOptions,
): Promise<Store> {
  const { mode = 'make', addressedAs = STORE_VARIABLE, timeout } = options;
  const { now = Date.now, log = () => {} } = options;
  const place = { name: nameOfStore(address), addressedAs };
  const connection = connectTo(address.projectId, timeout);
  try {
    await findCredentials(connection);
    await connection.reach();
    if (mode !== 'make' && !(await isUsed(connection))) throw neverUsed(place);
    return await storeOn(connection, { mode, now, log });
  } catch (error) {
    await connection.close();
    throw error instanceof StoreUnavailable ? openingError(place, error) : error;
  }
}

async function storeOn(
  connection: Connection,
  { mode, now, log }: Required<Pick<StoreOptions, 'mode' | 'now' | 'log'>>,
): Promise<Store> {
  const { ask, database } = connection;
  const entries = changeEntries(connection);
  const changes = letterTransactions(connection, entries, (last) => watch.committed(last));
  const adopting = adoption(connection, changes);
  let troubled = false;
  let closed = false;
  const listening: Listening = {
    failed(error) {
      // What a stop interrupts is no trouble.
      if (closed) return;
      if (!troubled) log('The watch for new letters lost its connection.', troubleIn(error));
      troubled = true;
    },
    well() {
      if (troubled) log('The watch for new letters is connected again.');
      troubled = false;
    },
  };
  const others = foreignWrites(connection, entries, changes, adopting, listening);
  const watch: ChangeWatch = watchChanges(connection, entries, others, listening);
  if (mode !== 'untouched') await adopting.adoptAll();

  return {
    letters: {
      ...letterReads(connection),
      ...letterWrites(connection, changes),
      ...letterImport(connection, changes),
      watchVisible: watch.watch,
    },
    records: firestoreRecords(connection, now, (error) =>
      log('What has expired could not be removed.', troubleIn(error)),
    ),
    async ping() {
      await ask(() => database.collection('letters').limit(1).select().get());
    },
    faults: () => faultsIn(connection),
    async close() {
      closed = true;
      watch.close();
      await connection.close();
    },
  };
}

/** Whether there are any traces of letters or passwords, whoever wrote them. */
async function isUsed({ database, ask }: Connection): Promise<boolean> {
  const traces = ['admin', 'letters', 'changes'].map((name) =>
    ask(() => database.collection(name).limit(1).select().get()),
  );
  return (await Promise.all(traces)).some(({ empty }) => !empty);
}

/** What of an error may be logged: of Firestore's own, only the reason. */
function troubleIn(error: unknown): unknown {
  const failure = failureIn(error);
  return failure ? unavailable(failure) : error;
}
