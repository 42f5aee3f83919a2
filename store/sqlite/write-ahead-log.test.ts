import {
  copyFileSync,
  existsSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { storeAt } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { hasLostCommits } from './write-ahead-log.ts';

const FRAME = 24 + 4096;

/** A database with a log of commits of one frame each, as a killed process leaves it. */
function killed(commits: number): string {
  const running = join(temporaryFolder(), 'running.db');
  const database = new DatabaseSync(running);
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  for (let n = 0; n < commits; n += 1) database.exec(`INSERT INTO t VALUES (${n})`);
  const path = join(temporaryFolder(), 'letters.db');
  for (const end of ['', '-wal']) copyFileSync(running + end, path + end);
  return path;
}

/** A copy of a database as it is now, with this log. */
function copyOf(running: string, log: Buffer): string {
  const path = join(temporaryFolder(), 'letters.db');
  copyFileSync(running, path);
  writeFileSync(`${path}-wal`, log);
  return path;
}

/** How many rows the engine itself finds in a copy. */
function countAfterOpening(path: string): number {
  const database = new DatabaseSync(copyOf(path, readFileSync(`${path}-wal`)));
  const row = database.prepare('SELECT count(*) AS count FROM t').get();
  database.close();
  return Number(row?.count);
}

function damage(path: string, frame: number): void {
  writeFileSync(`${path}-wal`, withDamage(readFileSync(`${path}-wal`), frame));
}

/** @param frame intact if the log is shorter */
function withDamage(log: Buffer, frame: number): Buffer {
  const at = 32 + frame * FRAME + 1000;
  return at < log.length ? log.fill(log.readUInt8(at) ^ 0xff, at, at + 1) : log;
}

test('an intact log, and one that ends within a commit, has lost nothing', () => {
  const path = killed(5);
  expect(existsSync(`${path}-wal`)).toBe(true);
  expect(hasLostCommits(path)).toBe(false);
  damage(path, 4);
  expect(hasLostCommits(path)).toBe(false);
  truncateSync(`${path}-wal`, 32 + 4 * FRAME + 77);
  expect(hasLostCommits(path)).toBe(false);
});

test.each([0, 1, 3])('detects that commits behind damage in frame %i are lost', (frame) => {
  const path = killed(5);
  damage(path, frame);
  expect(hasLostCommits(path)).toBe(true);
});

const everyByte = Array.from({ length: 32 }, (_, at) => at);

test.each([
  ['a bit', (at: number) => 1 << (at % 8)],
  ['every bit', () => 0xff],
])('detects that commits are lost if %s of any byte of the header is wrong', (_, bits) => {
  const path = killed(5);
  const log = readFileSync(`${path}-wal`);
  const seen = everyByte.filter((at) => {
    const damaged = Buffer.from(log);
    damaged.writeUInt8(damaged.readUInt8(at) ^ bits(at), at);
    writeFileSync(`${path}-wal`, damaged);
    const lost = countAfterOpening(path) === 0;
    return lost && hasLostCommits(path);
  });
  expect(seen).toEqual(everyByte);
});

test('detects lost commits if the damage reaches beyond the header', () => {
  const path = killed(5);
  writeFileSync(`${path}-wal`, readFileSync(`${path}-wal`).fill(0, 0, 512));
  expect(hasLostCommits(path)).toBe(true);
});

test('a single commit under a damaged header is no proof of a loss', () => {
  const path = killed(1);
  writeFileSync(`${path}-wal`, readFileSync(`${path}-wal`).fill(0, 0, 32));
  expect(hasLostCommits(path)).toBe(false);
});

test('a header torn when the log was restarted is no loss, wherever it was torn', () => {
  const path = killed(0);
  const database = new DatabaseSync(path);
  for (let n = 0; n < 6; n += 1) database.exec('INSERT INTO t VALUES (1)');
  database.exec('PRAGMA wal_checkpoint(RESTART)');
  const old = readFileSync(`${path}-wal`);
  const checkpointed = copyOf(path, old);
  database.exec('INSERT INTO t VALUES (2)');
  const begun = readFileSync(`${path}-wal`);
  const torn = everyByte.filter((at) => !begun.subarray(0, at).equals(old.subarray(0, at)));
  expect(torn.length).toBeGreaterThan(12);
  const written = copyOf(path, begun);
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  const carriedOver = copyOf(path, begun);
  database.close();
  // The frames of the old log, or already with the first one of the new log.
  for (const [copy, frames] of [
    [checkpointed, old],
    [written, begun],
    [carriedOver, begun],
  ] as const) {
    const refused = torn.filter((at) => {
      const parts = [begun.subarray(0, at), old.subarray(at, 32), frames.subarray(32)];
      writeFileSync(`${copy}-wal`, Buffer.concat(parts));
      return hasLostCommits(copy);
    });
    expect(refused).toEqual([]);
  }
});

test('what was rolled back is no loss under a damaged header', () => {
  const path = killed(0);
  const database = new DatabaseSync(path);
  for (let n = 0; n < 50; n += 1) database.exec('INSERT INTO t VALUES (zeroblob(3000))');
  const committed = readFileSync(`${path}-wal`).length;
  // Too much for the memory that it may take, so it is in the log before it is committed.
  database.exec('PRAGMA cache_size = 1; BEGIN; UPDATE t SET a = randomblob(3000)');
  database.exec('ROLLBACK; PRAGMA wal_checkpoint(PASSIVE)');
  const log = readFileSync(`${path}-wal`);
  expect(log.length).toBeGreaterThan(committed);
  expect(hasLostCommits(copyOf(path, log.fill(0, 0, 32)))).toBe(false);
  database.close();
});

test('frames of an earlier log behind the end of this one are no loss', () => {
  const path = killed(0);
  const database = new DatabaseSync(path);
  for (let n = 0; n < 6; n += 1) database.exec('INSERT INTO t VALUES (1)');
  // The next commit starts the log anew, and leaves the rest of it unchanged.
  database.exec('PRAGMA wal_checkpoint(RESTART)');
  database.exec('INSERT INTO t VALUES (2)');
  expect(readFileSync(`${path}-wal`).length).toBeGreaterThan(32 + 5 * FRAME);
  expect(hasLostCommits(path)).toBe(false);
  database.close();
});

test('what another process is writing looks torn only once, and is no loss', () => {
  const path = killed(5);
  const readings = (...frames: number[]) => {
    const logs = frames.map((frame) => withDamage(readFileSync(`${path}-wal`), frame));
    return () => logs.shift() ?? null;
  };
  expect(hasLostCommits(path, readings(1, 1))).toBe(true);
  expect(hasLostCommits(path, readings(1, 9))).toBe(false);
  expect(hasLostCommits(path, readings(1, 2))).toBe(false);
});

test('a database without a log has lost nothing', () => {
  expect(hasLostCommits(join(temporaryFolder(), 'letters.db'))).toBe(false);
});

test('a store with a damaged log is refused, and not changed', async () => {
  const running = join(temporaryFolder(), 'letters.db');
  const store = await storeAt(running);
  for (let n = 0; n < 9; n += 1) await store.records.put('k', String(n), { n });
  const path = join(temporaryFolder(), 'letters.db');
  for (const end of ['', '-wal']) copyFileSync(running + end, path + end);
  damage(path, 0);
  const before = readFileSync(`${path}-wal`);
  const link = join(temporaryFolder(), 'link.db');
  symlinkSync(path, link);
  for (const mode of ['make', 'existing', 'untouched'] as const) {
    for (const name of [path, link]) {
      const opening = openSqliteStore(name, { mode });
      await expect(opening).rejects.toThrow(OwnerFacingError);
      await expect(opening).rejects.toThrow(`${path}-wal is damaged`);
    }
  }
  expect(readFileSync(`${path}-wal`).equals(before)).toBe(true);
});
