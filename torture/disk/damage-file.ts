import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const PAGE = 4096;

/**
 * Overwrites a part of a file's middle half with other bytes, as a bad disk or another program does.
 * @param what a few bytes, or whole pages
 * @param random from 0 up to 1
 */
export function damageFile(path: string, what: 'bytes' | 'pages', random: () => number): void {
  const file = openSync(path, 'r+');
  const { size } = fstatSync(file);
  const whole = what === 'pages';
  const length = whole ? PAGE * (1 + Math.floor(random() * 3)) : 8 + Math.floor(random() * 56);
  const at = Math.floor(size * (0.25 + random() / 2));
  const from = whole ? at - (at % PAGE) : at;
  writeSync(file, Buffer.from(bytes(length, random)), 0, length, from);
  closeSync(file);
}

/** Overwrites the whole middle third of a file. */
export function damageMuch(path: string, random: () => number): void {
  const file = openSync(path, 'r+');
  const { size } = fstatSync(file);
  const length = Math.floor(size / 3);
  writeSync(file, Buffer.from(bytes(length, random)), 0, length, length);
  closeSync(file);
}

function bytes(length: number, random: () => number): Uint8Array {
  // One draw for each byte would take longer than all the rest.
  const some = Uint8Array.from({ length: 251 }, () => Math.floor(random() * 256));
  return Uint8Array.from({ length }, (_, at) => (some[at % 251] ?? 0) ^ (at >> 8));
}

/**
 * Reads a database without the site's own code: every row of the tables that matter, as text. Null when
 * SQLite itself finds damage, other than in the search index.
 */
export function readPlainly(path: string): string | null {
  using database = new DatabaseSync(path, { readOnly: true });
  try {
    for (const { integrity_check } of database.prepare('PRAGMA integrity_check(2)').all()) {
      if (integrity_check !== 'ok' && !String(integrity_check).startsWith('fts5: ')) return null;
    }
    const tables = ['letters', 'records'].map((table) =>
      database.prepare(`SELECT * FROM ${table}`).all(),
    );
    return JSON.stringify(tables);
  } catch {
    return null;
  }
}
