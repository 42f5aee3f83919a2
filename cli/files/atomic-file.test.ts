import { readdirSync, readlinkSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { writeAtomicFile } from './atomic-file.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 20);

test('removes what killed processes left of the same file, and nothing else', async () => {
  const folder = temporaryFolder();
  const leave = (name: string, age: number) => {
    const at = (NOW - age) / 1000;
    writeFileSync(join(folder, name), 'Secret');
    utimesSync(join(folder, name), at, at);
  };
  leave('mine.unfinished-00c0ffee', 61 * MINUTE);
  leave('mine.unfinished-0badcafe', 24 * 60 * MINUTE);
  const staying = [
    // Its writer may still be at work.
    ['mine.unfinished-deadbeef', 59 * MINUTE],
    ['mine.unfinished-business', 61 * MINUTE],
    ['ours.unfinished-00c0ffee', 61 * MINUTE],
    ['notmine.unfinished-00c0ffee', 61 * MINUTE],
    ['mine.unfinished-00c0ffee.old', 61 * MINUTE],
  ] as const;
  for (const [name, age] of staying) leave(name, age);
  await writeAtomicFile(join(folder, 'mine'), diary());
  const names = ['mine', ...staying.map(([name]) => name)];
  expect(readdirSync(folder).sort()).toEqual(names.sort());
});

test('does not replace a link without a path, such as /dev/stdout in a pipe', async () => {
  const folder = temporaryFolder();
  const link = join(folder, 'mine');
  symlinkSync(join(folder, 'nowhere'), link);
  await expect(writeAtomicFile(link, diary())).rejects.toThrow('mine already exists');
  expect(readlinkSync(link)).toBe(join(folder, 'nowhere'));
  expect(readdirSync(folder)).toEqual(['mine']);
});

test('says of a link that leads to itself what is wrong with it', async () => {
  const link = join(temporaryFolder(), 'mine');
  symlinkSync(link, link);
  await expect(writeAtomicFile(link, diary())).rejects.toThrow('lead in a circle');
});

test('writes nothing under a name that belongs to the database beside it, which would remove it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'letters.db'), '');
  for (const name of ['letters.db-wal', 'letters.db-shm', 'letters.db-journal']) {
    await expect(writeAtomicFile(join(folder, name), diary())).rejects.toThrow('Choose another');
  }
  expect(readdirSync(folder)).toEqual(['letters.db']);
  await writeAtomicFile(join(folder, 'my-journal'), diary());
});

test('an interruption while the file is written is reported, and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const interruption = new AbortController();
  async function* pieces() {
    yield 'Begun, ';
    interruption.abort(new OwnerFacingError('Interrupted.'));
    yield 'and not ended.';
  }
  const file = { ...diary(), pieces: pieces(), signal: interruption.signal };
  await expect(writeAtomicFile(join(folder, 'mine'), file)).rejects.toThrow('Interrupted.');
  expect(readdirSync(folder)).toEqual([]);
});

test('leaves nothing behind, whatever ends the process while the file is written', async () => {
  const folder = temporaryFolder();
  const before = process.listeners('exit');
  async function* pieces() {
    yield 'Begun, ';
    expect(readdirSync(folder)).toHaveLength(1);
    const [atExit] = process.listeners('exit').filter((listener) => !before.includes(listener));
    atExit?.call(process, 130);
    expect(readdirSync(folder)).toEqual([]);
    yield 'and not ended.';
  }
  const file = { ...diary(), pieces: pieces() };
  await expect(writeAtomicFile(join(folder, 'mine'), file)).rejects.toThrow('cannot be written');
  expect(readdirSync(folder)).toEqual([]);
  expect(process.listeners('exit')).toEqual(before);
});

test('a file is synced before it gets its name, and its folder afterwards', async () => {
  const folder = temporaryFolder();
  const handle = await open(folder);
  const fileHandles: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = fileHandles;
  const synced: [what: string, files: string[]][] = [];
  vi.spyOn(fileHandles, 'sync').mockImplementation(async function (this: FileHandle) {
    const what = (await this.stat()).isFile() ? 'file' : 'folder';
    synced.push([what, readdirSync(folder)]);
    return sync.call(this);
  });
  await writeAtomicFile(join(folder, 'mine'), diary());
  expect(synced).toEqual([
    ['file', [expect.stringMatching(/^mine\.unfinished-/)]],
    ['folder', ['mine']],
  ]);
});

function diary() {
  return {
    kind: 'a diary',
    now: NOW,
    isSameKind: () => true,
    pieces: (async function* () {
      yield 'words';
    })(),
    signal: new AbortController().signal,
  };
}
