import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Overwrites the first page of a table in a database file that nobody has open. */
export function damageTable(file: string, table: string): void {
  const { page, size } = firstPageOf(table, file);
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size);
  closeSync(opened);
}

function firstPageOf(table: string, file: string): { page: number; size: number } {
  using database = new DatabaseSync(file);
  const select = database.prepare(
    'SELECT rootpage AS page, page_size AS size FROM sqlite_schema, pragma_page_size WHERE name = ?',
  );
  return select.get(table) as { page: number; size: number };
}
