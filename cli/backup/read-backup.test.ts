import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Letter } from '#core/letter.ts';
import { keptLetter, keptLetters } from '#test/machine/owner-machine.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { writeBackup } from './backup-file.ts';
import { readBackup } from './read-backup.ts';

const SALT = 'AAAAAAAAAAAAAAAAAAAAAA';
const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${SALT}$${SALT}${SALT}`;
const passwords = { mainPassword: HASH, alternativePassword: HASH };
const NOW = Date.UTC(2026, 10, 20, 12);

async function* stream<Item>(items: Item[]) {
  yield* items;
}

async function backupOf(letters: Letter[], hashes: typeof passwords | null = passwords) {
  const contents = { now: NOW, letters: stream(letters), passwords: async () => hashes };
  return (await Array.fromAsync(writeBackup(contents))).join('');
}

async function read(content: string | Buffer) {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, content);
  const letters: Letter[] = [];
  return { ...(await readBackup(path, (letter) => letters.push(letter))), letters };
}

const linesOf = (text: string) => text.split(/(?<=\n)/);

/** A letter that was imported with a large picture. */
const heavyLetter = (bytes: number): Letter => ({
  ...keptLetter(1),
  origin: JSON.stringify([['id'], ['photo', 'A'.repeat(bytes)]]),
});

/** A backup with other lines and the right digest for them: a deliberate change. */
function forged(lines: string[]): string {
  const body = lines.slice(0, -1).join('');
  const count = lines.filter((line) => line.startsWith('{"letter":')).length;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ letters: count, sha256 })}\n`;
}

test('a backup is text with a line for each letter, and a digest that anyone can check', async () => {
  const text = await backupOf(keptLetters(2));
  const lines = linesOf(text);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe(
    '{"format":"letters-backup","version":1,"writtenAt":"2026-11-20T12:00:00.000Z"}\n',
  );
  expect(JSON.parse(lines[1] ?? '')).toEqual({ letter: keptLetter(1) });
  expect(JSON.parse(lines[3] ?? '')).toEqual({ passwords });
  expect(forged(lines)).toBe(text);
});

test('no backup is written that could not be read again', async () => {
  const large = heavyLetter(60 * 1024 * 1024);
  expect(await read(await backupOf([large]))).toMatchObject({ ok: true, letters: [large] });
  await expect(backupOf([heavyLetter(64 * 1024 * 1024)])).rejects.toThrow(
    'Letter 1, counted from the one sent first, has too much besides its words for a backup',
  );
});

test('a line that is too long is none of a backup', async () => {
  const lines = linesOf(await backupOf([keptLetter(1)]));
  const tooLong = [lines[0], `{"letter":"${'A'.repeat(65 * 1024 * 1024)}"}\n`].join('');
  expect(await read(tooLong)).toMatchObject({
    fault: 'Line 2 is longer than any that `backup` writes.',
  });
});

test('an intact backup is read as it was written', async () => {
  const letters = keptLetters(3, { content: 'a\u2028b\r\nc\u0007', hidden: true });
  const backup = { writtenAt: '2026-11-20T12:00:00.000Z', letters: 3, passwords };
  expect(await read(await backupOf(letters))).toEqual({ ok: true, backup, letters });
  expect(await read(await backupOf([], null))).toMatchObject({
    ok: true,
    backup: { letters: 0, passwords: null },
  });
  // An editor may have removed the last line break, and nothing else.
  expect(await read((await backupOf(letters)).trimEnd())).toMatchObject({ ok: true });
});

test('a backup of the first version can be read by every later one', async () => {
  const lines = [
    '{"format":"letters-backup","version":1,"writtenAt":"2026-11-20T12:00:00.000Z"}\n',
    '{"letter":{"id":"a","position":"0h1w1jnk001k7ne6yo2rc","version":2,"title":"T","date":"2026-11-20","content":"C","signature":"S","hidden":true,"createdAt":1795132800000,"updatedAt":1795132800001,"origin":null}}\n',
    '{"passwords":null}\n',
  ];
  const letters = [{ id: 'a', version: 2, hidden: true }];
  expect(await read(forged([...lines, '']))).toMatchObject({ ok: true, letters });
});

test('a letter longer than a chunk of the file is read whole', async () => {
  const letters = keptLetters(2, { content: 'é'.repeat(200_000) });
  expect(await read(await backupOf(letters))).toMatchObject({ ok: true, letters });
});

test('a backup with anything after its end is refused, even a copy of itself', async () => {
  const text = await backupOf(keptLetters(2));
  for (const more of [linesOf(text).at(-1) ?? '', linesOf(text)[1] ?? '']) {
    const fault = 'Line 6 comes after the end.';
    expect(await read(text + more)).toMatchObject({ ok: false, fault });
  }
});

test('a backup that is cut off anywhere is refused', async () => {
  const text = Buffer.from(await backupOf(keptLetters(3, { content: 'Secret é' })));
  const ends = [...text.keys()].filter((at) => text[at] === 0x0a);
  expect(ends).toHaveLength(6);
  for (const [line, end] of ends.slice(0, -1).entries()) {
    const fault = `The file ends after line ${line + 1}, and is not whole.`;
    expect(await read(text.subarray(0, end + 1))).toMatchObject({ ok: false, fault });
    expect(await read(text.subarray(0, end))).toMatchObject({ ok: false, fault });
    const middle = await read(text.subarray(0, end + 12));
    expect(middle).toMatchObject({
      ok: false,
      fault: `Line ${line + 2} breaks off: the file is not whole.`,
    });
  }
  expect(await read('')).toMatchObject({ ok: false, fault: 'The file is empty.' });
});

test('a backup with a changed byte in any line is refused', async () => {
  const text = await backupOf(keptLetters(3));
  for (const [at, line] of linesOf(text).entries()) {
    for (const place of [2, line.length >> 1, line.length - 5]) {
      const changed = line.slice(0, place) + (line[place] === '7' ? '8' : '7');
      const lines = linesOf(text).with(at, changed + line.slice(place + 1));
      expect(await read(lines.join('')), lines[at]).toMatchObject({ ok: false });
    }
  }
});

test.each([
  ['removed', (lines: string[]) => lines.toSpliced(2, 1)],
  ['repeated', (lines: string[]) => lines.toSpliced(2, 0, lines[2] ?? '')],
  [
    'moved',
    (lines: string[]) => [...lines.slice(0, 1), ...lines.slice(1, 4).reverse(), ...lines.slice(4)],
  ],
  ['added after the end', (lines: string[]) => [...lines, lines[1] ?? '']],
])('a backup with a line %s is refused', async (_, change) => {
  const text = await backupOf(keptLetters(3));
  expect(await read(change(linesOf(text)).join(''))).toMatchObject({ ok: false });
});

test('a backup with other line ends is refused by its digest', async () => {
  const text = (await backupOf(keptLetters(1))).replaceAll('\n', '\r\n');
  expect(await read(text)).toMatchObject({
    fault: 'Line 4 has another digest: the file was changed after it was written.',
  });
});

const NO_BACKUP = 'The file is not a backup: its first line does not say so.';

describe('an invalid backup is refused with the line of its fault, which is not quoted', () => {
  const letterLine = (letter: unknown) => `${JSON.stringify({ letter })}\n`;
  test.each<[number, string, string]>([
    [
      2,
      letterLine({ ...keptLetter(9), hidden: 'Secret' }),
      'Line 3, hidden: must be true or false.',
    ],
    [2, letterLine({ ...keptLetter(9), Secret: 1 }), 'Line 3 has a field that is not known.'],
    [2, letterLine({ ...keptLetter(9), id: 'letter-1' }), 'Line 3, id: is the same as in line 2.'],
    [
      2,
      letterLine({ ...keptLetter(1), id: 'Secret' }),
      'Line 3, position: is the same as in line 2.',
    ],
    [2, letterLine(null), 'Line 3 must be an object.'],
    [2, '{"letter":{},"Secret":1}\n', 'Line 3 is not one that a backup has.'],
    [2, '{"Secret":1}\n', 'Line 3 is not one that a backup has.'],
    [2, '"Secret"\n', 'Line 3 is not one that a backup has.'],
    [2, 'null\n', 'Line 3 is not one that a backup has.'],
    [2, 'Secret\n', 'Line 3 is not JSON.'],
    [2, '\n', 'Line 3 is not JSON.'],
    [3, '{"passwords":{"mainPassword":"Secret"}}\n', 'Line 4 is not one that a backup has.'],
    [3, '{"passwords":{"Secret":null}}\n', 'Line 4 is not one that a backup has.'],
    [
      0,
      '{"format":"letters-backup","version":1}\n',
      'Line 1 does not say when the backup was written.',
    ],
    [
      0,
      '{"format":"letters-backup","version":2,"Secret":1}\n',
      'The file was written by a newer version of this site: use that one.',
    ],
    [0, '{"format":"Secret","version":1}\n', NO_BACKUP],
  ])('line %i: %j', async (at, line, fault) => {
    const lines = linesOf(await backupOf(keptLetters(2)));
    expect(await read(forged(lines.with(at, line)))).toMatchObject({ ok: false, fault });
  });

  test('a count that differs from the number of letters', async () => {
    const text = (await backupOf(keptLetters(2))).replace('{"letters":2', '{"letters":3');
    expect(await read(text)).toMatchObject({
      fault: 'Line 5 says that there are 3 letters, but there are 2.',
    });
  });

  test.each([
    ['a compressed one', gzipSync('Secret'), 'The file is compressed: unpack it first.'],
    [
      'a database',
      'SQLite format 3\0Secret',
      'The file is not a backup but a database: use `copy`.',
    ],
    ['an export', '[\n]', 'The file is not a backup but an export: use `import`.'],
    ['a picture', Buffer.from([0x89, 0x50, 0xff]), NO_BACKUP],
    ['bytes without an end', Buffer.alloc(65 * 1024 * 1024), NO_BACKUP],
  ])('%s', async (_, content, fault) => {
    const said = await read(content);
    expect(said).toMatchObject({ ok: false, fault: expect.stringMatching(fault) });
    expect(JSON.stringify(said)).not.toContain('Secret');
  });

  test('bytes that are not text', async () => {
    const text = Buffer.from(await backupOf(keptLetters(1)));
    text[text.indexOf('Secret')] = 0xff;
    expect(await read(text)).toMatchObject({ ok: false, fault: 'Line 2 is not JSON.' });
  });

  test('a missing file, or a folder', async () => {
    const folder = temporaryFolder();
    const take = () => {};
    const missing = join(folder, 'nothing');
    expect(await readBackup(missing, take)).toEqual({
      ok: false,
      fault: `There is no file ${missing}. Is it spelt like that?`,
    });
    expect(await readBackup(folder, take)).toEqual({
      ok: false,
      fault: `The file ${folder} cannot be read: it is a folder.`,
    });
  });
});
