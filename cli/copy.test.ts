import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Letter } from '#core/letter.ts';
import type { Store } from '#core/store.ts';
import { hasTerminals, keptLetter, keptLetters, ownerMachine } from '#test/owner-machine.ts';

const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;
const hashes = { mainPassword: HASH, alternativePassword: HASH };
const otherHashes = { ...hashes, mainPassword: HASH.replace('AAA', 'CCC') };
const LARGE = { content: 'Secret words. '.repeat(300) };

const lettersIn = (store: Store) => Array.fromAsync(store.letters.exportAll());
const passwordsIn = async (store: Store) =>
  (await store.records.get('admin', 'credentials'))?.value ?? null;

/** A machine with a database to copy, and the place of one to copy it into. */
async function machineToCopy(letters: Letter[] = keptLetters(3)) {
  const machine = ownerMachine();
  const from = await machine.open();
  await from.letters.replaceAll(letters);
  await from.records.put('admin', 'credentials', hashes);
  const target = join(machine.folder, 'new', 'letters.db');
  const addresses = ['sqlite:data/letters.db', 'sqlite:new/letters.db'] as const;
  return {
    ...machine,
    from,
    target,
    addresses,
    copy: (...options: string[]) => machine.letters('copy', ...addresses, ...options),
    to: () => machine.open(target),
  };
}

const refused = (stderr: string) => ({ status: 1, stdout: '', stderr });

test('letters and passwords arrive as they were, sessions do not, and a second run has nothing to do', async () => {
  const kept = [
    keptLetter(1, { version: 9, hidden: true, date: 'some day', origin: '[["id"],["x",1]]' }),
    keptLetter(2, { updatedAt: 7, content: 'a\u2028b\tc' }),
  ];
  const { copy, from, to } = await machineToCopy(kept);
  await from.records.put('session', 'digest', { openedAt: 0, usedAt: 0 });
  await from.records.put('throttle', 'all', { times: '1' });
  const both = 'Both were read again: they hold the same 2 letters and the same passwords.\n';
  expect(copy()).toEqual({
    status: 0,
    stdout: `2 letters were copied from data/letters.db to new/letters.db.\n${both}`,
    stderr: '',
  });
  const store = await to();
  expect(await lettersIn(store)).toEqual(kept);
  expect(await passwordsIn(store)).toEqual(hashes);
  expect(await store.records.get('session', 'digest')).toBeNull();
  expect(await store.records.get('throttle', 'all')).toBeNull();
  expect(copy().stdout).toBe(
    '0 letters were copied from data/letters.db to new/letters.db. ' +
      `2 letters were there already.\n${both}`,
  );
  expect(await lettersIn(store)).toEqual(kept);
});

test('plain passwords arrive as hashes, and the copy can be made again', async () => {
  const { copy, from, to } = await machineToCopy();
  const plain = { mainPassword: 'plain text', alternativePassword: '' };
  await from.records.put('admin', 'credentials', plain);
  expect(copy().status).toBe(0);
  expect(copy().status).toBe(0);
  expect(await passwordsIn(await to())).toEqual({
    mainPassword: expect.stringMatching(/^\$argon2id\$/),
  });
  expect(await passwordsIn(from)).toEqual(plain);
});

test('without any letter or password there is nothing to copy, and that is no mistake', async () => {
  const { copy, from } = await machineToCopy([]);
  await from.records.delete('admin', 'credentials');
  expect(copy().stdout).toBe(
    '0 letters were copied from data/letters.db to new/letters.db.\n' +
      'Both were read again: they hold the same 0 letters.\n',
  );
});

describe('a target that holds something else', () => {
  async function machineWithOthers() {
    const machine = await machineToCopy();
    const store = await machine.to();
    const own = [
      keptLetter(2, { title: 'Own title' }),
      keptLetter(3),
      // Stands where the first letter stands in the other database.
      keptLetter(1, { id: 'own' }),
    ];
    await store.letters.replaceAll(own);
    await store.records.put('admin', 'credentials', otherHashes);
    return { ...machine, store, own };
  }

  test('is refused by numbers alone, and stays as it is', async () => {
    const { copy, store, own } = await machineWithOthers();
    expect(copy()).toEqual(
      refused(
        'new/letters.db holds 1 letter that data/letters.db does not have, and 1 letter that it has differently.\n' +
          'Nothing was copied. Copy into an empty database, or add --merge: that leaves what is there ' +
          'as it is, and adds what is missing.\n',
      ),
    );
    const byId = (letters: Letter[]) => letters.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(await lettersIn(store))).toEqual(byId(own));
    expect(await passwordsIn(store)).toEqual(otherHashes);
  });

  test('keeps all that is its own when it is told to merge, and gets what it lacks', async () => {
    const { copy, store, own } = await machineWithOthers();
    const merged = {
      status: 0,
      stdout:
        '1 letter was copied from data/letters.db to new/letters.db. 2 letters were there already.\n' +
        'Both were read again: no letter is missing.\n',
      stderr: '',
    };
    expect(copy('--merge')).toEqual(merged);
    const letters = await lettersIn(store);
    expect(letters).toHaveLength(4);
    expect(letters).toEqual(expect.arrayContaining(own));
    const added = letters.find(({ id }) => id === 'letter-1');
    expect(added).toEqual({ ...keptLetter(1), position: added?.position });
    expect(await passwordsIn(store)).toEqual(otherHashes);
    expect(copy('--merge').stdout).toContain('0 letters were copied');
    expect(await lettersIn(store)).toEqual(letters);
  });

  test('is refused for its passwords alone, too', async () => {
    const { copy, to } = await machineToCopy();
    const store = await to();
    await store.records.put('admin', 'credentials', otherHashes);
    expect(copy()).toEqual(
      refused(
        'The passwords in new/letters.db are not those in data/letters.db.\n' +
          'Nothing was copied. Copy into an empty database, or add --merge: then they stay.\n',
      ),
    );
    expect(await lettersIn(store)).toEqual([]);
    expect(copy('--merge').status).toBe(0);
    expect(await lettersIn(store)).toEqual(keptLetters(3));
    expect(await passwordsIn(store)).toEqual(otherHashes);
  });
});

describe('a copy is refused', () => {
  test('into the same database, by whatever name', async () => {
    const { letters, from, folder, addresses } = await machineToCopy();
    symlinkSync('data', join(folder, 'link'));
    for (const to of ['sqlite:data/letters.db', 'sqlite:link/letters.db']) {
      expect(letters('copy', addresses[0], to, '--merge')).toEqual(
        refused('FROM and TO are the same database.\nNothing was copied.\n'),
      );
    }
    expect(await lettersIn(from)).toEqual(keptLetters(3));
  });

  test('from a database that is not there, and neither is made', () => {
    const { letters, folder } = ownerMachine();
    expect(letters('copy', 'sqlite:typo.db', 'sqlite:new.db')).toEqual(
      refused('There is no database typo.db, and none was made.\nNothing was copied.\n'),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('from or to an address that is none, or without two of them', async () => {
    const { letters, target } = await machineToCopy();
    const postgres = 'postgres://owner:Secret@';
    const accepted =
      'must be sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE or firestore://PROJECT-ID.\nNothing was copied.\n';
    expect(letters('copy', postgres, 'sqlite:new')).toEqual(refused(`FROM ${accepted}`));
    expect(letters('copy', 'sqlite:data/letters.db', postgres)).toEqual(refused(`TO ${accepted}`));
    const usage = 'Usage: npm run letters -- copy FROM TO [--merge]\n';
    for (const args of [[], ['sqlite:a'], ['sqlite:a', 'sqlite:b', 'sqlite:c'], ['a', '--all']]) {
      expect(letters('copy', ...args)).toEqual({ status: 2, stdout: '', stderr: usage });
    }
    expect(existsSync(target)).toBe(false);
  });

  test('into a file that is something else', async () => {
    const { letters, folder } = await machineToCopy();
    writeFileSync(join(folder, 'diary'), 'mine');
    const { status, stderr } = letters('copy', 'sqlite:data/letters.db', 'sqlite:diary');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'The file diary is not a database.\n' +
        'It was left untouched. Move it away, or name another file in TO.\nNothing was copied.\n',
    );
  });
});

/** Waits until a part of the letters has arrived, and lets no more of them in. */
async function holdHalfway(target: string): Promise<{ arrived: number; release(): void }> {
  while (!existsSync(target)) await wait(1);
  const database = new DatabaseSync(target);
  for (;;) {
    const arrived = lockAndCount(database);
    if (arrived > 0) {
      const release = () => {
        database.exec('ROLLBACK');
        database.close();
      };
      return { arrived, release };
    }
    if (database.isTransaction) database.exec('ROLLBACK');
    await breathe();
  }
}

/** Takes the lock, if it is free at this very moment: whoever rests between two tries misses the gaps. */
function lockAndCount(database: DatabaseSync): number {
  try {
    database.exec('BEGIN IMMEDIATE');
    return database.prepare('SELECT count(*) AS letters FROM letters').get()?.letters as number;
  } catch {
    // It is not free, or the table is still being made.
    return 0;
  }
}

describe('a copy that is ended in the middle', () => {
  const MANY = keptLetters(3000, LARGE);

  test.each([
    ['SIGKILL', null, ''],
    [
      'SIGINT',
      130,
      'Interrupted. What was copied is whole; the same command goes on from there.\n',
    ],
  ] as const)('by %s is finished by the next', async (signal, status, stderr) => {
    const { start, copy, addresses, target, to } = await machineToCopy(MANY);
    const { process, ended } = start('copy', ...addresses);
    const { arrived, release } = await holdHalfway(target);
    process.kill(signal);
    if (signal === 'SIGINT') await wait(0);
    else await ended;
    release();
    expect(await ended).toEqual({ status, stdout: '', stderr });
    expect(arrived).toBeGreaterThan(0);
    expect(arrived).toBeLessThan(MANY.length);
    expect(arrived % 100).toBe(0);
    const store = await to();
    const there = (await lettersIn(store)).length;
    expect(there).toBeLessThan(MANY.length);
    expect(copy().stdout).toBe(
      `${(MANY.length - there).toLocaleString('en-US')} letters were copied from data/letters.db to new/letters.db. ` +
        `${there.toLocaleString('en-US')} letters were there already.\n` +
        'Both were read again: they hold the same 3,000 letters and the same passwords.\n',
    );
    expect(await lettersIn(store)).toEqual(MANY);
  });

  test('by a target that no longer answers says so, and is finished by the next', async () => {
    const { start, copy, addresses, target, to } = await machineToCopy(MANY);
    const { ended } = start('copy', ...addresses);
    const { release } = await holdHalfway(target);
    expect(await ended).toEqual(
      refused(
        'The copy came to a stop: database is locked. What was copied is whole; the same command goes on from there.\n',
      ),
    );
    release();
    expect(copy().status).toBe(0);
    expect(await lettersIn(await to())).toEqual(MANY);
  });
});

test('a database that was written to meanwhile is found out, and nothing is lost', async () => {
  const { start, copy, from, addresses, target } = await machineToCopy(keptLetters(3000, LARGE));
  const { ended } = start('copy', ...addresses);
  const { release } = await holdHalfway(target);
  // The copy reads its letters as they were at one moment, which is over.
  await from.letters.importAll([keptLetter(9001)], 0);
  release();
  expect(await ended).toEqual(
    refused(
      'data/letters.db and new/letters.db are not the same: the first holds 3,001 letters, the second 3,000.\n' +
        'Something was written while the letters were copied. Nothing is lost: stop the site, and ' +
        'give the same command again. If that refuses, copy into an empty database.\n',
    ),
  );
  expect(copy().stdout).toMatch(/^1 letter was copied/);
});

test.each([
  ['a letter that was edited', { title: 'Edited' }],
  ['a letter that moved', { position: keptLetter(9000).position }],
])('%s meanwhile is found out though the numbers agree', async (_, edit) => {
  const { start, copy, from, addresses, target } = await machineToCopy(keptLetters(3000, LARGE));
  const { ended } = start('copy', ...addresses);
  const { release } = await holdHalfway(target);
  const changed = keptLetters(3000, LARGE).with(3, keptLetter(4, { ...LARGE, ...edit }));
  await from.letters.replaceAll(changed);
  release();
  const { status, stderr } = await ended;
  expect(status).toBe(1);
  expect(stderr).toContain('are not the same: not all of their letters are the same.');
  expect(stderr).not.toMatch(/Secret|Edited|letter-\d/);
  expect(copy().stderr).toContain('1 letter that it has differently');
});

test.runIf(hasTerminals)('a terminal is told how far it is', async () => {
  const { startOnTerminal, addresses } = await machineToCopy(keptLetters(2000, LARGE));
  const { status, stdout } = await startOnTerminal('copy', ...addresses).ended;
  expect(status).toBe(0);
  const lines = stdout.split('\r\u001b[K');
  expect(lines.some((line) => /^[\d,]+ letters copied$/.test(line))).toBe(true);
  expect(lines.at(-1)).toMatch(/^2,000 letters were copied/);
});
