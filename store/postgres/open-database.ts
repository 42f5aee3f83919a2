import { join } from 'node:path';
import type { Client, ClientBase } from 'pg';
import { OwnerFacingError } from '#core/errors.ts';
import type { Place } from '../place.ts';
import { readMigrations } from '../read-migrations.ts';
import type { OpeningMode } from '../store-options.ts';
import type { Connections } from './connections.ts';
import { codeOf } from './engine-error.ts';
import { noticeGoneClients } from './gone-clients.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { cannotUse, lacksRights, openingError, refusal } from './opening-error.ts';
import { isWhole, missingRights } from './schema-check.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/**
 * Brings a database up to date unless told not to, and makes sure that it can serve.
 * @param migrations the folder of the schema's steps
 * @throws {OwnerFacingError} when the owner has something to put right
 * @throws {StoreUnavailable} when it cannot be reached now
 */
export async function prepareDatabase(
  connections: Connections,
  place: Place,
  mode: OpeningMode = 'make',
  migrations: string = MIGRATIONS,
): Promise<void> {
  const steps = readMigrations(migrations);
  await withClient(connections, place, async (client) => {
    await checkServer(client, place);
    await (mode === 'make' ? migrate : requireMigrated)(client, steps, place);
    if (!(await isWhole(client))) {
      throw refusal(
        place,
        'is not whole: a part of it is missing, as after a restore that was interrupted',
      );
    }
    if ((await missingRights(client)).length > 0) throw lacksRights(place);
    if (mode === 'make') await noticeGoneClients(client);
  });
}

/** Makes sure that the connections on which changes are announced can be made. Throws like `prepareDatabase`. */
export async function tryConnection(connections: Connections, place: Place): Promise<void> {
  await withClient(connections, place, async () => {});
}

async function withClient(
  connections: Connections,
  place: Place,
  work: (client: ClientBase) => Promise<void>,
): Promise<void> {
  let client: Client;
  try {
    client = connections.client();
  } catch (error) {
    // The driver reads the address, and the files that it names, and might quote them.
    const reason = codeOf(error);
    throw new OwnerFacingError(
      `${place.addressedAs} cannot be used${reason ? ` (${reason})` : ''}: check it, and the files that it names.`,
    );
  }
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    throw openingError(error, place);
  } finally {
    connections.end(client);
  }
}

async function checkServer(client: ClientBase, place: Place): Promise<void> {
  const { rows } = await client.query<{ encoding: string; schema: string | null }>(
    "SELECT current_setting('server_encoding') AS encoding, current_schema() AS schema",
  );
  const { encoding, schema } = rows[0] ?? {};
  if (encoding !== 'UTF8') {
    throw cannotUse(
      place,
      `it keeps text as ${encoding}, which lacks most scripts. ` +
        `Create a database with ENCODING UTF8, and name it in ${place.addressedAs}.`,
    );
  }
  if (!schema) {
    throw cannotUse(
      place,
      'the search_path of this user names no schema that is there. ' +
        `Create the schema, or name another in ${place.addressedAs} (?options=-csearch_path%3DNAME).`,
    );
  }
}
