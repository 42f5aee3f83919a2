import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sentPart } from '#core/position.ts';
import { storeAt } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { imported, NOW } from '../contract/engine.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** Opens a database, and closes it again. @returns its letters, in the order in which they were sent */
async function withOneMore(path: string) {
  await using open = new AsyncDisposableStack();
  const { letters } = open.adopt(await openSqliteStore(path), (store) => store.close());
  await letters.importAll([imported()], NOW);
  return await Array.fromAsync(letters.exportAll());
}

async function exported(path: string): Promise<unknown> {
  const { letters } = await storeAt(path, { mode: 'existing' });
  return Array.fromAsync(letters.exportAll()).catch((error) => error);
}

test('an export ends where a page of its index is the one of before, which lacks a letter', async () => {
  const path = join(temporaryFolder(), 'letters.db');
  for (const _ of [1, 2]) await withOneMore(path);
  const before = readFileSync(path);
  expect(await withOneMore(path)).toHaveLength(3);

  const database = new DatabaseSync(path);
  const select = database.prepare(
    "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'letters_in_order_sent'",
  );
  const { rootpage, page_size } = select.get() as { rootpage: number; page_size: number };
  database.close();
  const [from, to] = [(rootpage - 1) * page_size, rootpage * page_size];
  const after = readFileSync(path);
  expect(before.subarray(from, to)).not.toEqual(after.subarray(from, to));
  before.copy(after, from, from, to);
  writeFileSync(path, after);

  expect(await exported(path)).toMatchObject({ kind: 'damaged' });
});

test('an export ends where an index leads to a letter twice, and to another not at all', async () => {
  const path = join(temporaryFolder(), 'letters.db');
  for (const _ of [1, 2]) await withOneMore(path);
  const sent = (await withOneMore(path)).map(({ position }) => sentPart(position));
  const text = readFileSync(path, 'latin1');
  // An entry ends with the number of the row.
  const [entry, other] = [`${sent[2]}\x03`, `${sent[2]}\x02`];
  expect(text).toContain(entry);
  writeFileSync(path, text.replaceAll(entry, other), 'latin1');

  expect(await exported(path)).toMatchObject({ kind: 'damaged' });
});
