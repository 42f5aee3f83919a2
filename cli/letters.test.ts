import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { hasTerminals, keptLetters, ownerMachine } from '#test/machine/owner-machine.ts';
import { runSql } from '#test/stores/run-sql.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const letter = { id: 'one', title: 'Title', content: 'Secret words', hidden: false };

describe('import', () => {
  test('adds letters once, and does not change those that exist', () => {
    const { letters, file, database } = ownerMachine();
    const first = letters('import', file([letter]));
    // Whoever mistyped the place must hear of it.
    const made = `There was no database ${database}, so one was made.\n`;
    expect(first).toEqual({ status: 0, stdout: `${made}1 letter was imported.\n`, stderr: '' });
    const exported = letters('export').stdout;
    const changed = { ...letter, title: 'Changed' };
    const second = letters('import', file([changed, { ...letter, id: 'two' }]));
    expect(second.stdout).toBe(
      '1 letter was imported. 1 letter was already here and left as it is.\n',
    );
    expect(letters('export').stdout.startsWith(exported.slice(0, -2))).toBe(true);
    expect(letters('export').stdout).not.toContain('Changed');
  });

  test('reports what is known when the database interrupts it, and how to continue', async () => {
    const { letters, file, open, database } = ownerMachine();
    await open();
    const stuck = "BEGIN SELECT RAISE(ABORT, 'it is stuck'); END";
    runSql(database, `CREATE TRIGGER stuck BEFORE INSERT ON letters ${stuck}`);
    expect(letters('import', file([letter]))).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'The letters could not all be imported: it is stuck. Run the same command again, which leaves what is here already as it is.\n',
    });
  });

  test('names faults by their place, quotes nothing, and imports nothing', () => {
    const { letters, file, database } = ownerMachine();
    const wrong = { ...letter, id: 'two', createdAt: 'Secret day', content: '\u0000Secret' };
    const { status, stdout, stderr } = letters('import', file([letter, wrong, letter]));
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.split('\n')).toEqual([
      'Letter 2, content: The content contains a control character, which cannot be kept.',
      'Letter 2, createdAt: is not a date in any known form.',
      "Letter 3, id: is the same as letter 1's.",
      'Nothing was imported.',
      '',
    ]);
    expect(existsSync(database)).toBe(false);
  });

  test('names twenty of many faults, and counts the others', () => {
    const { letters, file } = ownerMachine();
    const { status, stderr } = letters('import', file(Array(25).fill(7)));
    const lines = stderr.trim().split('\n');
    expect(status).toBe(1);
    expect(lines).toHaveLength(22);
    expect(lines.slice(19)).toEqual([
      'Letter 20 must be an object.',
      '… and 5 more.',
      'Nothing was imported.',
    ]);
  });

  test.each([
    ['no JSON', '[{"id": Secret', 'The file is not JSON'],
    ['no list', '{"title": "Secret"}', 'The file must be a list of letters, as'],
    ['a backup', '{"format":"letters-backup",\n', 'The file is not an export but a backup'],
    ['empty', ' \n', 'The file is empty.'],
    ['something else', '<p>Secret</p>', 'The file is not JSON: it must be a list of letters'],
  ])('refuses a file that is %s', (_, content, words) => {
    const { letters, file } = ownerMachine();
    const { status, stderr } = letters('import', file(content));
    expect(status).toBe(1);
    expect(stderr).toContain(words);
    expect(stderr).toContain('Nothing was imported.');
    expect(stderr).not.toContain('Secret');
  });

  test('says of a file that breaks off within a character that it does', () => {
    const { letters, folder } = ownerMachine();
    writeFileSync(join(folder, 'part.json'), Buffer.from('[{"id": "Secret é').subarray(0, -1));
    expect(letters('import', 'part.json').stderr).toMatch(
      /^The file is not JSON .+, or cut off\.\n/,
    );
  });

  test('takes in what `npm run` printed into a file, with its own lines before it', () => {
    const { letters, file } = ownerMachine();
    const lines = '\n> letters@0.1.0 letters\n> node scripts/run.js cli/letters.ts export\n\n';
    const path = file(`${lines}[{"id": "one", "title": "One", "content": "Words"}]`);
    expect(letters('doctor', path).stdout).toContain(`can read ${path}: 1 letter`);
    expect(letters('import', path).stdout).toContain('1 letter was imported.');
  });

  test('refuses a file that does not exist, is not a file, or is not text', () => {
    const { letters, folder } = ownerMachine();
    writeFileSync(join(folder, 'image'), Buffer.from([0x89, 0xff, 0xfe]));
    const failed = (stderr: string) => ({
      status: 1,
      stdout: '',
      stderr: `${stderr}\nNothing was imported.\n`,
    });
    expect(letters('import', 'nothing')).toEqual(
      failed('There is no file nothing. Is it in this folder, and spelt like that?'),
    );
    expect(letters('import', '.')).toEqual(failed('The file . cannot be read: it is a folder.'));
    expect(letters('import', 'image')).toEqual(
      failed('The file image is not an export: it is not UTF-8 text.'),
    );
    expect(readdirSync(folder)).toEqual(['image']);
  });
});

describe('a running site', () => {
  test('tells its readers of an import', async () => {
    const { letters, file, database } = ownerMachine();
    const store = await openSqliteStore(database);
    const told = Promise.withResolvers<unknown>();
    await store.letters.watchVisible(told.resolve);
    letters('import', file([{ ...letter, hidden: true, id: 'hidden' }, letter]));
    expect(await told.promise).toMatchObject({ kind: 'shown', letter: { id: 'one' } });
    await store.close();
  });
});

describe('the commands', () => {
  test('are listed by --help, and when none is given, and in the README', () => {
    const { letters } = ownerMachine();
    const help = letters('--help');
    expect(help).toMatchObject({ status: 0, stderr: '' });
    const names = [...help.stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name = '']) => name);
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    const explained = [...readme.matchAll(/^\| `npm run letters -- ([a-z-]+)/gm)];
    expect(explained.map(([, name]) => name)).toEqual(names);
    for (const line of help.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    for (const name of names) {
      const own = letters(name, '--help');
      expect(own).toMatchObject({ status: 0, stderr: '' });
      expect(own.stdout).toContain(`npm run letters -- ${name}`);
      expect(letters('help', name)).toEqual(own);
    }
    expect(letters('export', '-h').stdout).toContain('export [FILE] [--readable]\n');
    expect(letters()).toEqual(help);
  });

  test('are refused without any effect if they do not exist or have wrong arguments', () => {
    const { letters, folder } = ownerMachine();
    const unknown = letters('burn');
    expect(unknown).toMatchObject({ status: 2, stdout: '' });
    expect(unknown.stderr).toContain('There is no command "burn".');
    expect(letters('constructor').status).toBe(2);
    expect(letters('bakup').stderr).toContain('Did you mean "backup"?');
    const usage = letters('import');
    expect(usage).toMatchObject({ status: 2, stdout: '' });
    expect(usage.stderr).toContain('npm run letters -- import FILE\n');
    expect(letters('import', 'My', 'Letters/old.json')).toEqual({
      ...usage,
      stderr: `A name with a space in it needs quotation marks, like "My Letters".\n\n${usage.stderr}`,
    });
    const option = letters('restore', 'my.backup', '--Yes');
    expect(option).toMatchObject({ status: 2, stdout: '' });
    expect(option.stderr).toMatch(
      /^There is no option --Yes\. Did you mean --yes\?\n\nIt is typed /,
    );
    expect(letters('export', '--all').stderr).toMatch(
      /^There is no option --all\.\n\nIt is typed /,
    );
    expect(letters('import', '--merge').stderr).toMatch(/^There is no option --merge\.\n\n/);
    expect(letters('password', 'Secret').stderr).toMatch(/^It is typed like this: /);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('say in one line why the database fails', () => {
    const { letters, file, database } = ownerMachine();
    letters('import', file([letter]));
    const other = new DatabaseSync(database);
    other.exec('BEGIN IMMEDIATE');
    const { status, stdout, stderr } = letters('password', '--generate');
    other.close();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'The database could not do this, and nothing was changed: database is locked.\n',
    );
  });

  test('do not change a file that is no database of letters', () => {
    const { letters, file, folder } = ownerMachine();
    file([letter]);
    writeFileSync(join(folder, 'data'), 'mine');
    const { status, stderr } = letters('import', 'file.json');
    expect(status).toBe(1);
    expect(stderr).toContain('DATABASE_URL');
    expect(stderr).not.toContain('    at ');
    expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('mine');
  });
});

test.runIf(hasTerminals)(
  'at a terminal a file is named with its folder, since npm changes to the site’s',
  async () => {
    const { startOnTerminal, open, folder } = ownerMachine();
    const store = await open();
    const shown = async (...args: string[]) => (await startOnTerminal(...args).ended).stdout;
    expect(await shown('import', 'mine')).toContain(
      `There is no file ${join(folder, 'mine')}. Is it`,
    );
    expect(await shown('export', 'no/mine')).toContain(
      `The file ${join(folder, 'no/mine')} cannot be written`,
    );
    expect(await shown('export', 'mine')).toContain(`written to ${join(folder, 'mine')}.\r\n`);
    expect(await shown('backup', 'all')).toContain(
      `written to ${join(folder, 'all')}. There are no`,
    );
    await store.letters.replaceAll(keptLetters(1));
    expect(await shown('restore', 'all', '--yes')).toContain(
      `What was here before is kept in ${join(folder, 'all.before-restore-')}`,
    );
  },
);
