import {
  closeSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Letter } from '#core/letter.ts';
import { keptLetters, lettersIn, ownerMachine } from '#test/machine/owner-machine.ts';
import { damageTable } from '#test/stores/damage-table.ts';

/** What can be saved of a damaged database without a backup. */

const PAGE = 4096;
const COUNT = 400;

async function machineWithLetters() {
  const machine = ownerMachine();
  const store = await machine.open();
  const letters = keptLetters(COUNT).map((letter) => ({
    ...letter,
    content: `${letter.id} begins. ${'And goes on. '.repeat(40)}`,
  }));
  await store.letters.replaceAll(letters);
  await store.close();
  return { ...machine, kept: letters };
}

/** Overwrites some bytes of a file. */
function fill(file: string, from: number, length: number): void {
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(length, 0x5a), 0, length, from);
  closeSync(opened);
}

/** How many letters a line of the command speaks of. */
const count = (text: string) => Number(/^([\d,]+) letter/.exec(text)?.[1]?.replace(',', ''));

/** @returns the titles of the letters that a new machine gets from an export */
async function imported(file: string): Promise<Map<string, string>> {
  const other = ownerMachine();
  expect(other.letters('import', file).status).toBe(0);
  const letters = await lettersIn(await other.open());
  return new Map(letters.map(({ title, content }) => [title, content]));
}

/** An export has so many letters, each as it was. */
async function expectTrue(file: string, written: number, kept: Letter[]): Promise<void> {
  const saved = await imported(file);
  expect(saved.size).toBe(written);
  const words = new Map(kept.map(({ title, content }) => [title, content]));
  for (const [title, content] of saved) expect(words.get(title)).toBe(content);
}

test('leaves out a letter whose words were damaged, and saves all others', async () => {
  const { folder, database, letters, kept } = await machineWithLetters();
  const bytes = readFileSync(database, 'latin1').replace('letter-7 begins', 'letter-7 rests.');
  writeFileSync(database, bytes, 'latin1');
  const file = join(folder, 'saved.json');
  expect(letters('export', file)).toMatchObject({ status: 1, stdout: '' });
  expect(letters('export', file, '--readable')).toEqual({
    status: 1,
    stdout: `399 letters were written to ${file}.\n`,
    stderr: '1 letter was left out, because what is damaged cannot be read.\n',
  });
  const expected = kept.filter(({ id }) => id !== 'letter-7');
  expect(await imported(file)).toEqual(
    new Map(expected.map(({ title, content }) => [title, content])),
  );
});

test('saves every letter around a hole in the middle of a database', async () => {
  const { folder, database, letters, kept } = await machineWithLetters();
  fill(database, Math.floor(statSync(database).size / 2 / PAGE) * PAGE, 8 * PAGE);
  const file = join(folder, 'saved.json');
  const { status, stdout, stderr } = letters('export', '--readable', file);
  expect(status).toBe(1);
  expect(count(stdout) + count(stderr)).toBe(COUNT);
  expect(count(stdout)).toBeGreaterThan(COUNT * 0.8);
  await expectTrue(file, count(stdout), kept);
});

test('saves every letter where only the list of migrations was damaged', async () => {
  const { folder, database, letters, kept } = await machineWithLetters();
  damageTable(database, 'migrations');
  const file = join(folder, 'saved.json');
  expect(letters('export', file, '--readable')).toEqual({
    status: 0,
    stdout: `400 letters were written to ${file}.\n`,
    stderr: '',
  });
  expect(await imported(file)).toEqual(new Map(kept.map(({ title, content }) => [title, content])));
  expect(letters('doctor')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('damaged'),
  });
});

test('saves every letter that is there of a file that is cut short, and changes nothing in it', async () => {
  const { folder, database, letters, kept } = await machineWithLetters();
  truncateSync(database, statSync(database).size - 8 * PAGE);
  const before = readFileSync(database);
  const file = join(folder, 'saved.json');
  expect(letters('export', file).stderr).toContain('is a damaged database');
  const { status, stdout, stderr } = letters('export', file, '--readable');
  expect(status).toBe(1);
  expect(count(stdout) + count(stderr)).toBe(COUNT);
  expect(count(stdout)).toBeGreaterThan(COUNT * 0.8);
  await expectTrue(file, count(stdout), kept);
  expect(readFileSync(database).equals(before)).toBe(true);
});

test('does not invent how many letters there were where half of the file is gone', async () => {
  const { folder, database, letters, kept } = await machineWithLetters();
  truncateSync(database, Math.floor(statSync(database).size / 2 / PAGE) * PAGE);
  const file = join(folder, 'saved.json');
  const { status, stdout, stderr } = letters('export', file, '--readable');
  expect(status).toBe(1);
  expect(stderr).toBe(
    'Nobody knows how many letters were left out, because what is damaged cannot be read.\n',
  );
  await expectTrue(file, count(stdout), kept);
});

test('does not replace an earlier export of some letters if none can be saved', async () => {
  const { folder, database, letters } = await machineWithLetters();
  const file = join(folder, 'saved.json');
  letters('export', file);
  const saved = readFileSync(file, 'utf8');
  const bytes = readFileSync(database, 'latin1').replaceAll(/(letter-\d+) begins/g, '$1 rests.');
  writeFileSync(database, bytes, 'latin1');
  expect(letters('export', '--readable', file)).toEqual({
    status: 1,
    stdout: '',
    stderr: `None of the letters here can be read, but there are 400 in ${file}: it was left as it is. Choose another name.\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe(saved);
});

test('reads everything from an intact database', async () => {
  const { letters } = await machineWithLetters();
  expect(letters('export', '--readable')).toEqual({ ...letters('export'), status: 0 });
});
