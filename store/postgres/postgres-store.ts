import type { Store } from '#core/store.ts';
import { nameOfStore, type StoreAddress } from '#core/store-address.ts';
import { STORE_VARIABLE } from '../place.ts';
import type { StoreOptions } from '../store-options.ts';
import { connectionsTo } from './connections.ts';
import { databaseOn } from './database.ts';
import { surfacing } from './engine-error.ts';
import { faultsIn } from './faults.ts';
import { exportLetters } from './letter-export.ts';
import { letterReads } from './letter-reads.ts';
import { letterWrites } from './letter-writes.ts';
import { prepareDatabase, tryConnection } from './open-database.ts';
import { postgresRecords } from './postgres-records.ts';
import { watchChanges } from './postgres-watch.ts';

export interface PostgresOptions extends StoreOptions {
  /** How often the watch makes sure that it still hears of changes, in milliseconds. */
  heartbeat?: number;
}

const PING = { name: 'ping', text: 'SELECT id FROM letters LIMIT 1' };

/**
 * Keeps the letters in a PostgreSQL database, whose tables are made when there are none unless told
 * not to.
 * @throws {OwnerFacingError} when the owner has something to put right: the password, the name of
 *   the database, rights, its encoding, or a database that is not ours or newer than we are
 * @throws {StoreUnavailable} when it cannot be reached now
 */
export async function openPostgresStore(
  address: Extract<StoreAddress, { engine: 'postgres' }>,
  options: PostgresOptions,
): Promise<Store> {
  const { addressedAs = STORE_VARIABLE, now = Date.now, log = () => {} } = options;
  const { timeout = 5000, heartbeat = 10_000 } = options;
  const connections = connectionsTo(address.url, timeout, 'letters');
  const listening = connectionsTo(address.listenUrl ?? address.url, timeout, 'letters watch');
  await prepareDatabase(connections, { name: nameOfStore(address), addressedAs }, options.mode);
  if (address.listenUrl !== null) {
    const name = nameOfStore({ ...address, url: address.listenUrl });
    await tryConnection(listening, { name, addressedAs: 'DATABASE_LISTEN_URL' });
  }

  const pool = connections.pool();
  const database = databaseOn(pool, address.listenUrl === null);
  const watch = watchChanges(database, { connections: listening, heartbeat, log });
  const exportAll = () => exportLetters(connections);
  let closing: Promise<void> | undefined;
  return {
    letters: {
      ...letterReads(database),
      ...letterWrites(database, watch.committed),
      exportAll,
      watchVisible: watch.watchVisible,
    },
    records: postgresRecords(database, now),
    async ping() {
      await database.run(PING);
    },
    faults: () => surfacing(faultsIn({ pool, listening, letters: exportAll(), timeout })),
    close() {
      closing ??= (async () => {
        watch.close();
        await pool.end();
        connections.close();
        listening.close();
      })();
      return closing;
    },
  };
}
