import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One step of the schema. Once released it never changes; corrections are later steps. */
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
    return { number, sql, checksum: hash('sha256', sql) };
  });
}

/**
 * The steps that a database still lacks, or why it cannot be migrated: it has more steps than are known
 * here, or others.
 * @param applied the checksums of its steps, in order
 */
export function missingSteps(
  applied: string[],
  migrations: Migration[],
): Migration[] | 'newer' | 'another-edition' {
  if (applied.length > migrations.length) return 'newer';
  if (applied.some((checksum, index) => checksum !== migrations[index]?.checksum)) {
    return 'another-edition';
  }
  return migrations.slice(applied.length);
}
