import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { VisibleChange } from '#core/store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openDatabase } from './open-database.ts';
import { watchChanges } from './sqlite-watch.ts';

/** A watch, and beside it a connection that writes as another process could. */
async function watching() {
  const path = join(temporaryFolder(), 'letters.db');
  const database = await openDatabase(path, 0);
  const { watch, catchUp, close } = watchChanges(database);
  const other = new DatabaseSync(path);
  onTestFinished(() => {
    close();
    database.close();
    other.close();
  });
  const changes: VisibleChange[] = [];
  watch((change) => changes.push(change));
  const change = (count = 1, kind = 'withdrawn') => {
    const insert = other.prepare("INSERT INTO changes (letter_id, kind) VALUES ('x', ?)");
    for (let n = 0; n < count; n += 1) insert.run(kind);
  };
  return { database, other, changes, change, catchUp };
}

const withdrawn = (seq: number) => ({ kind: 'withdrawn', seq, id: 'x' });

test('a hundred changes are announced one by one, more than that by one resync', async () => {
  const { changes, change, catchUp } = await watching();
  change(100);
  catchUp();
  expect(changes).toEqual(Array.from({ length: 100 }, (_, at) => withdrawn(at + 1)));
  change(101);
  catchUp();
  expect(changes.slice(100)).toEqual([{ kind: 'resync', seq: 201 }]);
  change();
  catchUp();
  expect(changes.slice(101)).toEqual([withdrawn(202)]);
});

test('changes that are no longer kept, or unknown, lead to a resync', async () => {
  const { other, changes, change, catchUp } = await watching();
  change(3);
  other.exec('DELETE FROM changes WHERE seq = 1');
  catchUp();
  expect(changes).toEqual([{ kind: 'resync', seq: 3 }]);
  other.exec("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'changes'");
  catchUp();
  expect(changes.slice(1)).toEqual([{ kind: 'resync', seq: 1 }]);
});

test('a letter that was hidden or deleted before it could be announced is only withdrawn, and no number is left out', async () => {
  const { other, changes, change, catchUp } = await watching();
  other.exec(`INSERT INTO letters (id, position, title, signature, hidden, version, content)
    VALUES ('x', 'somewhere', 'Title', 'Maren', 1, 2, 'Content')`);
  change(1, 'shown');
  change();
  catchUp();
  expect(changes).toEqual([withdrawn(1), withdrawn(2)]);
  other.exec('DELETE FROM letters');
  change(1, 'shown');
  change();
  catchUp();
  expect(changes.slice(2)).toEqual([withdrawn(3), withdrawn(4)]);
});

test('a failed read leads to one resync, as soon as reads work again', async () => {
  const { other, changes, change, catchUp } = await watching();
  other.exec('ALTER TABLE letters RENAME TO broken');
  change();
  catchUp();
  catchUp();
  expect(changes).toEqual([]);
  other.exec('ALTER TABLE broken RENAME TO letters');
  catchUp();
  change();
  catchUp();
  expect(changes).toEqual([{ kind: 'resync', seq: 1 }, withdrawn(2)]);
});

test('changes by another process are looked for, and again after a failed read', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { database, changes, change, catchUp } = await watching();
  change();
  vi.advanceTimersByTime(1000);
  expect(changes).toEqual([withdrawn(1)]);
  database.exec('ALTER TABLE letters RENAME TO broken');
  catchUp();
  database.exec('ALTER TABLE broken RENAME TO letters');
  vi.advanceTimersByTime(1000);
  expect(changes.slice(1)).toEqual([{ kind: 'resync', seq: 1 }]);
});

test('a watch that begins after a pause is not told of changes in between', async () => {
  const path = join(temporaryFolder(), 'letters.db');
  const database = await openDatabase(path, 0);
  const { watch, close } = watchChanges(database);
  onTestFinished(() => {
    close();
    database.close();
  });
  const insert = "INSERT INTO changes (letter_id, kind) VALUES ('x', 'withdrawn')";
  const first = watch(() => {});
  first.close();
  database.exec(insert);
  expect(watch(() => {}).seq).toBe(first.seq + 1);
});

test('nothing is polled once nobody listens any more', async () => {
  const database = await openDatabase(join(temporaryFolder(), 'letters.db'), 0);
  onTestFinished(() => database.close());
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { watch } = watchChanges(database);
  const [one, other] = [watch(() => {}), watch(() => {})];
  one.close();
  expect(vi.getTimerCount()).toBe(1);
  other.close();
  expect(vi.getTimerCount()).toBe(0);
});
