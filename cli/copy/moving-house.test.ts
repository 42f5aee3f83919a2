import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { describeMoving, fill, quiet } from '#test/machine/describe-moving.ts';
import { keptLetters, lettersIn, ownerMachine } from '#test/machine/owner-machine.ts';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';

const servers = temporaryPostgres();

async function postgres() {
  const address = servers.server.url(await servers.database());
  const name = /the PostgreSQL database letters_\d+ on 127\.0\.0\.1:\d+/;
  return { address, name, environment: {}, open: () => servers.open(address) };
}

describeMoving('PostgreSQL', postgres);

test('recognises one database under two addresses', async () => {
  const there = await postgres();
  await fill(await there.open());
  const alias = there.address.replace('127.0.0.1', 'localhost');
  const { status, stderr } = ownerMachine().letters('copy', there.address, alias, '--merge');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'FROM and TO are the same database.\nNothing was copied.\n',
  });
});

test.each(['environment', '.env'])(
  'takes a password from %s instead of the address',
  async (place) => {
    const { password } = servers.server;
    const { letters, open, folder } = ownerMachine(
      place === 'environment' ? { PGPASSWORD: password } : {},
    );
    if (place === '.env') writeFileSync(join(folder, '.env'), `PGPASSWORD=${password}\n`);
    await fill(await open(), keptLetters(2));
    const there = await postgres();
    const url = new URL(there.address);
    url.password = '';
    expect(letters('copy', 'sqlite:data/letters.db', url.href)).toMatchObject({ status: 0 });
    expect(await lettersIn(await there.open())).toEqual(keptLetters(2));
  },
);

test('a copy stops when its target goes away, and is completed when it is back', async () => {
  const { start, letters, open } = ownerMachine();
  const many = keptLetters(3000, { content: 'Secret words. '.repeat(300) });
  await fill(await open(), many);
  const { server } = servers;
  const database = await servers.database();
  const address = server.url(database);
  await (await servers.open(address)).close();
  const { ended } = start('copy', 'sqlite:data/letters.db', address);
  const arrived = async () => (await server.query('SELECT id FROM letters', database)).length;
  await vi.waitFor(async () => expect(await arrived()).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 5,
  });
  await server.stop();
  const { status, stdout, stderr } = await ended;
  await server.start();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(quiet(stderr, server.password)).toMatch(
    /^The copy came to a stop: .*\. What was copied is whole; the same command goes on from there\.\n$/,
  );
  const there = await arrived();
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThan(many.length);
  expect(letters('copy', 'sqlite:data/letters.db', address).stdout).toContain(
    'they hold the same 3,000 letters and the same passwords',
  );
  expect(await lettersIn(await servers.open(address))).toEqual(many);
});

describe('a database', () => {
  test('that was never used is not created', async () => {
    const there = await postgres();
    const { letters } = ownerMachine({ DATABASE_URL: there.address });
    const unused = letters('doctor');
    expect(unused.status).toBe(1);
    expect(quiet(unused.stdout, servers.server.password)).toContain(
      'no letters were ever kept in it',
    );
    const typo = letters('copy', there.address, 'sqlite:new.db');
    expect(quiet(typo.stderr, servers.server.password)).toMatch(
      /no letters were ever kept in it.*\nNothing was copied\.\n$/,
    );
    expect(letters('backup', 'mine.backup').status).toBe(1);
  });

  test.each([
    ['password', '--generate'],
    ['import', 'letters.json'],
    ['export'],
    ['backup', 'mine.backup'],
  ])('that cannot be reached is reported in one line by %s', async (...args) => {
    const { letters, folder } = unreachable();
    writeFileSync(join(folder, 'letters.json'), '[]');
    const { status, stdout, stderr } = letters(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(quiet(stderr)).toBe(
      'The database could not do this, and nothing was changed: nothing answers at its address.\n',
    );
    expect(readdirSync(folder)).toEqual(['letters.json']);
  });

  test('that cannot be reached is reported by the doctor and by a copy', async () => {
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
      'Could not open the PostgreSQL database x on 127.0.0.1:1: nothing answers at its address.\n' +
        'Nothing was copied.\n',
    );
  });

  test('that refuses the password says where the password came from, but not what it was', async () => {
    const there = await postgres();
    const { letters, open } = ownerMachine();
    await open();
    const wrong = there.address.replace(servers.server.password, 'guessed');
    const { status, stderr } = letters('copy', 'sqlite:data/letters.db', wrong);
    expect(status).toBe(1);
    expect(quiet(stderr, servers.server.password)).toMatch(
      /^Cannot use the PostgreSQL database .*: the user name or the password is wrong\. Correct it in TO, or in PGPASSWORD .*\.\nNothing was copied\.\n$/,
    );
    expect(stderr).not.toContain('guessed');
  });
});

function unreachable() {
  const address = 'postgres://me:Secret@127.0.0.1:1/x';
  return { ...ownerMachine({ DATABASE_URL: address }), address };
}
