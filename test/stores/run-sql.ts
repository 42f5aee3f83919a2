import { DatabaseSync } from 'node:sqlite';

/** Runs statements in a SQLite file, as another program would. */
export function runSql(path: string, statements: string): void {
  using database = new DatabaseSync(path, { timeout: 5000, defensive: false });
  database.exec(statements);
}
