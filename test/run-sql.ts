import { DatabaseSync } from 'node:sqlite';

/** Runs statements in a SQLite file as another program would that has it open for that long. */
export function runSql(path: string, statements: string): void {
  using database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(statements);
}
