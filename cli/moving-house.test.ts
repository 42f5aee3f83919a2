import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Letter } from '#core/letter.ts';
import { positionOf } from '#core/position.ts';
import type { Store } from '#core/store.ts';
import { createTestSite } from '#test/create-test-site.ts';
import { keptLetter, keptLetters, ownerMachine } from '#test/owner-machine.ts';
import { temporaryPostgres } from '#test/temporary-postgres.ts';

/** Between engines, with the real commands. */

const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;
const hashes = { mainPassword: HASH, alternativePassword: HASH };

const DAY = Date.UTC(2026, 10, 20);
const ODD: Letter[] = [
  keptLetter(1, { title: '💌 Ünïcode', content: 'a\u2028b\tc\nd', hidden: true, version: 12 }),
  keptLetter(2, { date: '2026-11-20', createdAt: DAY, position: positionOf(DAY, 1_000_002) }),
  keptLetter(3, { date: 'some day', updatedAt: -1, origin: '[["id"],["x",{"y":[null]}]]' }),
];

const servers = temporaryPostgres();

async function postgres() {
  const url = servers.server.url(await servers.database());
  return { url, open: () => servers.open(url) };
}

const lettersIn = (store: Store) => Array.fromAsync(store.letters.exportAll());

async function fill(store: Store, letters = ODD) {
  await store.letters.replaceAll(letters);
  await store.records.put('admin', 'credentials', hashes);
}

const quiet = (text: string) => {
  expect(text).not.toContain(servers.server.password);
  expect(text).not.toMatch(/postgres:\/\/|argon2id|Secret|letter-\d/);
  return text;
};

test('from a file to PostgreSQL and back nothing is lost, not a comma', async () => {
  const { letters, open, folder } = ownerMachine();
  await fill(await open());
  const there = await postgres();
  const name = /the PostgreSQL database letters_\d+ on 127\.0\.0\.1:\d+/;
  const out = letters('copy', 'sqlite:data/letters.db', there.url);
  expect(out).toMatchObject({ status: 0, stderr: '' });
  expect(quiet(out.stdout)).toMatch(
    new RegExp(`^3 letters were copied from data/letters\\.db to ${name.source}\\.\\n`),
  );
  expect(out.stdout).toContain('they hold the same 3 letters and the same passwords');
  expect(await lettersIn(await there.open())).toEqual(ODD);

  const back = letters('copy', there.url, 'sqlite:back.db');
  expect(back).toMatchObject({ status: 0, stderr: '' });
  const returned = await open(join(folder, 'back.db'));
  expect(await lettersIn(returned)).toEqual(ODD);
  expect((await returned.records.get('admin', 'credentials'))?.value).toEqual(hashes);
  expect(letters('copy', there.url, 'sqlite:back.db').stdout).toContain(
    '3 letters were there already',
  );
});

test('a backup of either is restored on the other, and they write the same one', async () => {
  const file = ownerMachine();
  await fill(await file.open());
  const there = await postgres();
  const machine = ownerMachine({ DATABASE_URL: there.url });
  file.letters('backup', 'mine.backup');
  const restored = machine.letters('restore', join(file.folder, 'mine.backup'));
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(await lettersIn(await there.open())).toEqual(ODD);
  expect(quiet(machine.letters('backup', 'mine.backup').stdout)).toBe(
    '3 letters and the passwords were written to mine.backup.\n',
  );
  const withoutTheirTime = (folder: string) =>
    readFileSync(join(folder, 'mine.backup'), 'utf8').split('\n').slice(1, -2);
  expect(withoutTheirTime(machine.folder)).toEqual(withoutTheirTime(file.folder));

  await fill(await there.open(), keptLetters(2));
  const again = machine.letters('restore', 'mine.backup', '--yes');
  expect(again.stdout).toMatch(/^What was here before is kept in mine\.backup\.before-restore-/);
  expect(await lettersIn(await there.open())).toEqual(ODD);
});

test('a site that is copied is whole in its new house, with its passwords', async () => {
  const site = await createTestSite();
  const letter = await site.send({ title: 'Kept' });
  const there = await postgres();
  const { letters } = ownerMachine();
  expect(letters('copy', `sqlite:${site.databasePath}`, there.url).status).toBe(0);
  const store = await there.open();
  expect(await store.letters.get(letter.id)).toEqual(await site.store.letters.get(letter.id));
  expect((await store.records.get('admin', 'credentials'))?.value).toEqual(
    (await site.store.records.get('admin', 'credentials'))?.value,
  );
});

test('one database under two names is one', async () => {
  const there = await postgres();
  await fill(await there.open());
  const alias = there.url.replace('127.0.0.1', 'localhost');
  const { status, stderr } = ownerMachine().letters('copy', there.url, alias, '--merge');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'FROM and TO are the same database.\nNothing was copied.\n',
  });
});

test('a password can stay out of what is typed', async () => {
  const { letters, open } = ownerMachine({ PGPASSWORD: servers.server.password });
  await fill(await open());
  const there = await postgres();
  const url = new URL(there.url);
  url.password = '';
  expect(letters('copy', 'sqlite:data/letters.db', url.href)).toMatchObject({ status: 0 });
  expect(await lettersIn(await there.open())).toEqual(ODD);
});

describe('a database', () => {
  test('in which nothing is wrong is said to be well, and one never used is not made', async () => {
    const there = await postgres();
    const { letters } = ownerMachine({ DATABASE_URL: there.url });
    const unused = letters('doctor');
    expect(unused.status).toBe(1);
    expect(quiet(unused.stdout)).toContain('no letters were ever kept in it');
    const typo = letters('copy', there.url, 'sqlite:new.db');
    expect(quiet(typo.stderr)).toMatch(
      /no letters were ever kept in it.*\nNothing was copied\.\n$/,
    );
    expect(letters('backup', 'mine.backup').status).toBe(1);
    await fill(await there.open());
    const { status, stdout } = letters('doctor');
    expect(quiet(stdout)).toContain(
      'ok    All letters can be read: 3 letters, 1 of them hidden.\n',
    );
    expect(stdout).toContain('which can be reached.');
    expect(status).toBe(0);
  });

  test.each([
    ['password', '--generate'],
    ['import', 'letters.json'],
    ['export'],
    ['backup', 'mine.backup'],
  ])('that cannot be reached is told of in one line by %s', async (...args) => {
    const { letters, folder } = unreachable();
    writeFileSync(join(folder, 'letters.json'), '[]');
    const { status, stdout, stderr } = letters(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(quiet(stderr)).toBe(
      'The database could not do this, and nothing was changed: nothing answers at its address.\n',
    );
    expect(readdirSync(folder)).toEqual(['letters.json']);
  });

  test('that cannot be reached is told of by the doctor and by a copy', async () => {
    const { letters, open, address } = unreachable();
    const { status, stdout } = letters('doctor');
    expect(status).toBe(1);
    expect(quiet(stdout)).toMatch(
      /WRONG The letters in the PostgreSQL database x on 127\.0\.0\.1:1 cannot be reached: nothing answers at its address\.\n/,
    );
    await open();
    const copied = letters('copy', 'sqlite:data/letters.db', address);
    expect(copied.status).toBe(1);
    expect(quiet(copied.stderr)).toBe(
      'It was not possible to open the PostgreSQL database x on 127.0.0.1:1: nothing answers at its address.\n' +
        'Nothing was copied.\n',
    );
  });

  test('that refuses the password says where it came from, and not what it was', async () => {
    const there = await postgres();
    const { letters, open } = ownerMachine();
    await open();
    const wrong = there.url.replace(servers.server.password, 'guessed');
    const { status, stderr } = letters('copy', 'sqlite:data/letters.db', wrong);
    expect(status).toBe(1);
    expect(quiet(stderr)).toMatch(
      /^Cannot use the PostgreSQL database .*: the user name or the password is wrong\. Correct it in TO\.\nNothing was copied\.\n$/,
    );
    expect(stderr).not.toContain('guessed');
  });
});

function unreachable() {
  const address = 'postgres://me:Secret@127.0.0.1:1/x';
  return { ...ownerMachine({ DATABASE_URL: address }), address };
}
