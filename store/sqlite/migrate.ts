import type { DatabaseSync } from 'node:sqlite';
import { type Migration, missingSteps } from '../read-migrations.ts';
import { APPLICATION_ID, type DatabasePlace, newerThanUs, refusal } from './database-file.ts';
import { isDamage } from './engine-error.ts';

/**
 * Brings a database up to date, all steps or none.
 * @returns whether there was anything to do
 * @throws {OwnerFacingError} when it went through steps other than these, before it is touched
 */
export function migrate(
  database: DatabaseSync,
  migrations: Migration[],
  place: DatabasePlace,
): boolean {
  if (missing(database, migrations, place).length === 0) return false;
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, checksum TEXT NOT NULL) STRICT',
    );
    const remember = database.prepare('INSERT INTO migrations (number, checksum) VALUES (?, ?)');
    // Read again under the lock: another process may have migrated meanwhile.
    for (const { number, sql, checksum } of missing(database, migrations, place)) {
      database.exec(sql);
      remember.run(number, checksum);
    }
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
  return true;
}

function missing(
  database: DatabaseSync,
  migrations: Migration[],
  place: DatabasePlace,
): Migration[] {
  const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
  if (!known) return migrations;
  const steps = missingSteps(applied(database, migrations), migrations);
  if (steps === 'newer') throw newerThanUs(place);
  if (steps === 'another-edition') {
    throw refusal(place, 'was made by another edition of this program, with other tables.');
  }
  return steps;
}

/** The checksums of the steps that a database went through. */
function applied(database: DatabaseSync, migrations: Migration[]): string[] {
  try {
    const rows = database.prepare('SELECT checksum FROM migrations ORDER BY number').all();
    return rows.map(({ checksum }) => checksum as string);
  } catch (error) {
    // The letters may be whole all the same, and can be saved then: the header says how far the steps went.
    if (!isDamage(error) || !isUpToDate(database, migrations)) throw error;
    return migrations.map(({ checksum }) => checksum);
  }
}

function isUpToDate(database: DatabaseSync, migrations: Migration[]): boolean {
  return database.prepare('PRAGMA user_version').get()?.user_version === migrations.length;
}
