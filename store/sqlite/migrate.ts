import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { APPLICATION_ID, newerThanUs, refusal } from './database-file.ts';

/** A step in the life of the schema. Once released it never changes; a later one mends it. */
export interface Migration {
  number: number;
  sql: string;
  checksum: string;
}

/** Reads `0001-name.sql`, `0002-name.sql`, … from a folder. */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((name) => /^\d{4}-.+\.sql$/.test(name));
  return files.sort().map((name, index) => {
    const number = Number(name.slice(0, 4));
    if (number !== index + 1) throw new Error(`The migration before ${name} is missing.`);
    // A checkout on Windows may have other line ends.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { number, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * Brings a database up to date, all steps or none.
 * @returns whether there was anything to do
 * @throws {OwnerFacingError} when it went through steps other than these, before it is touched
 */
export function migrate(database: DatabaseSync, migrations: Migration[], path: string): boolean {
  if (missing(database, migrations, path).length === 0) return false;
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, checksum TEXT NOT NULL) STRICT',
    );
    const remember = database.prepare('INSERT INTO migrations (number, checksum) VALUES (?, ?)');
    // Another process may have been faster, so what is missing is asked again under the lock.
    for (const { number, sql, checksum } of missing(database, migrations, path)) {
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

function missing(database: DatabaseSync, migrations: Migration[], path: string): Migration[] {
  const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
  if (!known) return migrations;
  const applied = database
    .prepare('SELECT number, checksum FROM migrations ORDER BY number')
    .all() as unknown as Omit<Migration, 'sql'>[];
  if (applied.length > migrations.length) throw newerThanUs(path);
  if (applied.some(({ checksum }, index) => checksum !== migrations[index]?.checksum)) {
    throw refusal(path, 'was made by another edition of this program, with other tables.');
  }
  return migrations.slice(applied.length);
}
