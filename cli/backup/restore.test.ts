import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import {
  HASHES,
  hasTerminals,
  keptLetters,
  lettersIn,
  OTHER_HASHES,
  ownerMachine,
  passwordsIn,
} from '#test/machine/owner-machine.ts';
import { createTestSite, MAIN_PASSWORD, type TestSite } from '#test/site/create-test-site.ts';

/** A machine with three letters and passwords, a backup of both, and one more letter since. */
async function machineWithBackup() {
  const machine = ownerMachine();
  const store = await machine.open();
  const kept = keptLetters(3, { hidden: true });
  await store.letters.replaceAll(kept);
  await store.records.put('admin', 'credentials', HASHES);
  machine.letters('backup', 'mine.backup');
  const since = keptLetters(4);
  await store.letters.replaceAll(since);
  const all = () => lettersIn(store);
  const earlier = () =>
    readdirSync(machine.folder).filter((name) => name.startsWith('mine.backup.before-restore-'));
  return {
    ...machine,
    store,
    kept,
    since,
    all,
    earlier,
    file: join(machine.folder, 'mine.backup'),
  };
}

test('replaces the present letters by those of the backup, and saves them beside it', async () => {
  const { letters, store, kept, since, all, earlier, folder } = await machineWithBackup();
  const { status, stdout, stderr } = letters('restore', 'mine.backup', '--yes');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(earlier()).toEqual([
    expect.stringMatching(/^mine\.backup\.before-restore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/),
  ]);
  const [beside = ''] = earlier();
  const [kind, ...said] = stdout.trimEnd().split('\n');
  expect(kind).toBe(`What was here before is kept in ${beside}.`);
  expect(said).toEqual([
    expect.stringMatching(/^3 letters were restored as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
    'The passwords are those of that time, and every open portal is locked.',
  ]);
  expect(await all()).toEqual(kept);

  // And back again.
  const again = letters('restore', beside, '--yes');
  expect(again.status).toBe(0);
  expect(await all()).toEqual(since);
  expect(await passwordsIn(store)).toEqual(HASHES);
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('creates the database on a new machine, and the site starts with the old passwords', async () => {
  const old = await createTestSite();
  const letter = await old.send({ title: 'Kept', hidden: true });
  const from = ownerMachine({ DATABASE_URL: `sqlite:${old.databasePath}` });
  expect(from.letters('backup', 'mine.backup').status).toBe(0);

  const fresh = ownerMachine();
  const { status, stdout } = fresh.letters('restore', join(from.folder, 'mine.backup'));
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^There was no database .+, so one was made\.\n1 letter was restored as of/,
  );
  expect(readdirSync(from.folder)).toEqual(['mine.backup']);
  const beside = { databasePath: fresh.database } as TestSite;
  const site = await createTestSite({ MAIN_PASSWORD: '', ALTERNATIVE_PASSWORD: '' }, { beside });
  expect(site.madePasswords).toBeNull();
  expect(await site.unlock(MAIN_PASSWORD)).toMatch(/^letters_session=/);
  expect(await site.store.letters.get(letter.id)).toEqual(await old.store.letters.get(letter.id));
});

test('while the site runs, tells readers to load the list again, and locks every open portal', async () => {
  const site = await createTestSite();
  await site.send({ title: 'Before' });
  const { letters } = ownerMachine({ DATABASE_URL: `sqlite:${site.databasePath}` });
  expect(letters('backup', 'mine.backup').status).toBe(0);
  await site.send({ title: 'After' });
  const Cookie = await site.unlock();
  const events = await site.events();
  expect(letters('restore', 'mine.backup', '--yes').status).toBe(0);
  expect((await events.next())?.event).toBe('reset');
  const home = await (await site.fetch('/')).text();
  expect(home).toContain('Before');
  expect(home).not.toContain('After');
  const open = await site.call('GET', '/api/portal/letters', undefined, { Cookie });
  expect(open.status).toBe(401);
});

test('keeps the present passwords if the backup has none', async () => {
  const { letters, open, folder } = ownerMachine();
  const store = await open();
  await store.letters.replaceAll(keptLetters(1));
  letters('backup', 'mine.backup');
  await store.letters.replaceAll([]);
  await store.records.put('admin', 'credentials', HASHES);
  expect(letters('restore', 'mine.backup').stdout).toContain(
    'The backup has no passwords, so those here stay, and every open portal is locked.',
  );
  expect(await passwordsIn(store)).toEqual(HASHES);
  expect(readdirSync(folder).sort()).toEqual(['data', 'mine.backup']);
});

test('saves the present passwords beside the backup also if only they differ, but nothing if all is in it', async () => {
  const { letters, store, earlier, folder } = await machineWithBackup();
  await store.letters.replaceAll([]);
  expect(letters('restore', 'mine.backup').stdout).toMatch(/^3 letters were restored as of/);
  await store.letters.replaceAll([]);
  await store.records.put('admin', 'credentials', OTHER_HASHES);
  expect(letters('restore', 'mine.backup').status).toBe(0);
  expect(await passwordsIn(store)).toEqual(HASHES);
  const [beside = ''] = earlier();
  expect(readFileSync(join(folder, beside), 'utf8')).toContain(OTHER_HASHES.mainPassword);
});

describe('nothing is changed', () => {
  test('by a file that is cut off or edited, at any line', async () => {
    const { letters, all, since, file, earlier } = await machineWithBackup();
    const lines = readFileSync(file, 'utf8').split(/(?<=\n)/);
    for (const at of lines.keys()) {
      const cut = lines.slice(0, at).join('');
      const edited = lines.with(at, (lines[at] ?? '').replace(/\d/, 'x')).join('');
      for (const content of [cut, edited]) {
        writeFileSync(file, content);
        const { status, stdout, stderr } = letters('restore', 'mine.backup', '--yes');
        expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
        expect(stderr).toMatch(/^(?:Line \d|The file) .*\.\nNothing was changed\.\n$/);
        expect(stderr).not.toMatch(/Secret|letter-\d/);
      }
    }
    expect(await all()).toEqual(since);
    expect(earlier()).toEqual([]);
  });

  test('by a file that is no backup, and no database is created for it', () => {
    const { letters, database, folder } = ownerMachine();
    expect(letters('restore', 'nothing')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'There is no file nothing. Is it in this folder, and spelt like that?\nNothing was changed.\n',
    });
    expect(existsSync(database)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('where no database can be created', async () => {
    const { folder } = await machineWithBackup();
    const { letters } = ownerMachine({ DATABASE_URL: 'sqlite:/dev/null/letters.db' });
    const { status, stderr } = letters('restore', join(folder, 'mine.backup'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The database .*\nName another file .*\.\nNothing was changed\.\n$/);
  });

  test('in a pipe without --yes', async () => {
    const { letters, store, all } = await machineWithBackup();
    await store.letters.replaceAll(keptLetters(1));
    const { status, stderr } = letters('restore', 'mine.backup');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^There is 1 letter here now\..* npm run letters -- restore FILE --yes\nNothing was changed\.\n$/,
    );
    expect(await all()).toEqual(keptLetters(1));
  });

  test('if the present letters cannot be saved beside the backup', async () => {
    const { letters, all, since, file } = await machineWithBackup();
    const name = `${'x'.repeat(240)}.backup`;
    writeFileSync(join(file, '..', name), readFileSync(file));
    const { status, stderr } = letters('restore', name, '--yes');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /before-restore-.* cannot be written: its name is too long\.\nWhat is here now is .+ copy the backup elsewhere\.\nNothing was changed\.\n$/,
    );
    expect(await all()).toEqual(since);
  });

  test('while another program locks the database', async () => {
    const { letters, all, since, database, earlier } = await machineWithBackup();
    const other = new DatabaseSync(database);
    other.exec('BEGIN IMMEDIATE');
    const { status, stderr } = letters('restore', 'mine.backup', '--yes');
    other.exec('ROLLBACK');
    other.close();
    expect(status).toBe(1);
    expect(stderr).toBe(
      'The letters could not be restored: database is locked. Run the same command again. ' +
        `What was here is still here, or in ${earlier()[0]}.\n`,
    );
    expect(await all()).toEqual(since);
  });

  test.runIf(hasTerminals).each(['yet\r', '\r', '\u0003', '\u0004'])(
    'on a terminal by the answer %j',
    async (answer) => {
      const { startOnTerminal, all, since, earlier } = await machineWithBackup();
      const { process, says, ended } = startOnTerminal('restore', 'mine.backup');
      await says('[y/N]');
      process.stdin?.write(answer);
      const { status, stdout } = await ended;
      expect(status).toBe(1);
      expect(stdout).toMatch(
        /There are 4 letters here now\. Replace them with the 3 letters of .* UTC\?/,
      );
      expect(stdout.trimEnd().endsWith('Nothing was changed.')).toBe(true);
      expect(await all()).toEqual(since);
      expect(earlier()).toEqual([]);
    },
  );

  test('by an interruption before the letters are replaced', async () => {
    const { start, store, all, folder } = await machineWithBackup();
    const many = keptLetters(4000, { content: 'Secret words. '.repeat(1500) });
    await store.letters.replaceAll(many);
    const { process, ended } = start('restore', 'mine.backup', '--yes');
    await vi.waitFor(
      () => expect(readdirSync(folder).some((name) => name.includes('unfinished'))).toBe(true),
      { timeout: 30_000, interval: 1 },
    );
    process.kill('SIGINT');
    expect(await ended).toEqual({
      status: 130,
      stdout: '',
      stderr: 'Interrupted. Nothing was changed.\n',
    });
    expect(await all()).toEqual(many);
    expect(readdirSync(folder).sort()).toEqual(['data', 'mine.backup']);
  });
});

test.runIf(hasTerminals)('asks on a terminal, and accepts yes', async () => {
  const { startOnTerminal, all, kept, earlier } = await machineWithBackup();
  const { process, says, ended } = startOnTerminal('restore', 'mine.backup');
  await says('[y/N]');
  process.stdin?.write('yes\r');
  expect(await ended).toMatchObject({ status: 0 });
  expect(await all()).toEqual(kept);
  expect(earlier()).toHaveLength(1);
});
