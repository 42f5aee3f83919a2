import { DatabaseSync } from 'node:sqlite';

/** A database with nothing in it but texts, each on disk before the next. */
export function openBareDatabase(file: string) {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE letters (id INTEGER PRIMARY KEY, content TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO letters (content) VALUES (?)');
  return {
    insert(content: string): void {
      insert.run(content);
    },
    close: () => database.close(),
  };
}
