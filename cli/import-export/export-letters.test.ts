import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasTerminals, ownerMachine } from '#test/machine/owner-machine.ts';
import { SHARED_EXPORT, sharedExport } from '#test/shared-export.ts';

const letter = { id: 'one', title: 'Title', content: 'Secret words', hidden: false };

describe('export', () => {
  test('writes an empty list if there are no letters', async () => {
    const { letters, open } = ownerMachine();
    await open();
    expect(letters('export')).toEqual({ status: 0, stdout: '[]', stderr: '' });
  });

  test.runIf(hasTerminals)('ends its last line at a terminal, and only there', async () => {
    const { letters, file, folder, startOnTerminal } = ownerMachine();
    letters('import', file([letter]));
    expect((await startOnTerminal('export').ended).stdout).toMatch(/^\[\r\n.+\r\n\]\r\n$/s);
    letters('export', 'out.json');
    const written = readFileSync(join(folder, 'out.json'), 'utf8');
    expect(written).toMatch(/\n\]$/);
    expect(letters('export').stdout).toBe(written);
    expect(letters('import', 'out.json').stdout).toContain('1 letter was already here');
  });

  test('reports a database that does not exist, and creates none', () => {
    const { letters, folder, database } = ownerMachine();
    for (const args of [[], ['out.json']]) {
      expect(letters('export', ...args)).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(
          `There is no database ${database}, and none was made.\nStart `,
        ),
      });
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test.skipIf(sharedExport === null)('writes an imported file again, byte for byte', () => {
    const { letters, folder } = ownerMachine();
    expect(letters('import', SHARED_EXPORT).stdout).toMatch(/^33 letters were imported\.$/m);
    expect(letters('export').stdout).toBe(sharedExport);
    expect(letters('import', SHARED_EXPORT).stdout).toBe(
      '0 letters were imported. 33 letters were already here and left as they are.\n',
    );
    expect(letters('export', 'out.json')).toEqual({
      status: 0,
      stdout: '33 letters were written to out.json.\n',
      stderr: '',
    });
    expect(readFileSync(join(folder, 'out.json'), 'utf8')).toBe(sharedExport);
  });

  test('replaces an earlier file atomically, readable by its owner alone', () => {
    const { letters, file, folder } = ownerMachine();
    letters('import', file([letter]));
    expect(letters('export', 'file.json').status).toBe(0);
    expect(readFileSync(join(folder, 'file.json'), 'utf8')).toBe(letters('export').stdout);
    expect(statSync(join(folder, 'file.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['data', 'file.json']);
    for (const other of ['data', 'data/letters.db']) {
      expect(letters('export', other)).toEqual({
        status: 1,
        stdout: '',
        stderr: `${other} already exists and is not an export: it was left untouched. Choose another name.\n`,
      });
    }
    expect(letters('export', 'nowhere/file.json').stderr).toBe(
      'The file nowhere/file.json cannot be written: there is no such folder.\n',
    );
    expect(readdirSync(folder).sort()).toEqual(['data', 'file.json']);
  });
});

describe('an export', () => {
  test.each([
    ['notes', '[My notes](https://example.org/) "id": "title": "content":'],
    ['a list of other things', '[{"id": 7, "recipe": "cake", "title": "Cake"}]'],
    ['a list of words', '["id", "title", "content"]'],
  ])('does not replace %s', async (_, content) => {
    const { letters, file, folder, open } = ownerMachine();
    await open();
    expect(letters('export', file(content))).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'file.json already exists and is not an export: it was left untouched. Choose another name.\n',
    });
    expect(readFileSync(join(folder, 'file.json'), 'utf8')).toBe(content);
  });

  test.each([
    [JSON.stringify([letter]), 'there is 1 in'],
    [JSON.stringify([letter, { ...letter, id: 'two' }]), 'there are 2 in'],
    [JSON.stringify([letter]).slice(0, -1), 'there are some in'],
  ])('without letters does not replace one with letters: %s', async (content, words) => {
    const { letters, file, folder, open } = ownerMachine();
    await open();
    expect(letters('export', file(content))).toEqual({
      status: 1,
      stdout: '',
      stderr: `There are no letters here now, but ${words} file.json: it was left as it is. Import it, or choose another name.\n`,
    });
    expect(readFileSync(join(folder, 'file.json'), 'utf8')).toBe(content);
    expect(readdirSync(folder).sort()).toEqual(['data', 'file.json']);
  });

  test.each([
    ['the lines of npm', '\n> letters\n> node scripts/run.js cli/letters.ts export\n\n'],
    ['a byte order mark', '\ufeff'],
  ])('replaces one that begins with %s', (_, before) => {
    const { letters, file, folder } = ownerMachine();
    letters('import', file([letter]));
    expect(letters('export', file(before + JSON.stringify([letter]))).stderr).toBe('');
    expect(readFileSync(join(folder, 'file.json'), 'utf8')).toBe(letters('export').stdout);
  });

  test('without letters replaces only a file without letters', async () => {
    const { letters, file, folder, open } = ownerMachine();
    await open();
    for (const content of ['', '[]', ' [\n]\n']) {
      expect(letters('export', file(content)).status).toBe(0);
      expect(readFileSync(join(folder, 'file.json'), 'utf8')).toBe('[]');
    }
  });
});
