import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Letter } from '#core/letter.ts';
import { machineToCopy, refused } from '#test/machine/machine-to-copy.ts';
import {
  HASHES,
  keptLetter,
  keptLetters,
  lettersIn,
  OTHER_HASHES,
  ownerMachine,
  passwordsIn,
} from '#test/machine/owner-machine.ts';

test('copies letters and passwords unchanged, and no sessions; a second run has nothing to do', async () => {
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
  expect(await passwordsIn(store)).toEqual(HASHES);
  expect(await store.records.get('session', 'digest')).toBeNull();
  expect(await store.records.get('throttle', 'all')).toBeNull();
  expect(copy().stdout).toBe(
    '0 letters were copied from data/letters.db to new/letters.db. ' +
      `2 letters were there already.\n${both}`,
  );
  expect(await lettersIn(store)).toEqual(kept);
});

test('copies plain passwords as hashes, and can be repeated', async () => {
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

test('copying an empty database is not an error', async () => {
  const { copy, from } = await machineToCopy([]);
  await from.records.delete('admin', 'credentials');
  expect(copy().stdout).toBe(
    '0 letters were copied from data/letters.db to new/letters.db.\n' +
      'Both were read again: they hold the same 0 letters.\n',
  );
});

const ADVICE =
  'Nothing was copied. Copy into an empty database, or add --merge: that leaves what is there as it ' +
  'is, and adds what is missing.\n';

describe('a target with other contents', () => {
  async function machineWithOthers() {
    const machine = await machineToCopy();
    const store = await machine.to();
    const own = [
      keptLetter(2, { title: 'Own title' }),
      keptLetter(3),
      // At the position of the first letter in the other database.
      keptLetter(1, { id: 'own' }),
    ];
    await store.letters.replaceAll(own);
    await store.records.put('admin', 'credentials', OTHER_HASHES);
    return { ...machine, store, own };
  }

  test('is refused with numbers only, and stays unchanged', async () => {
    const { copy, store, own } = await machineWithOthers();
    expect(copy()).toEqual(
      refused(
        'Cannot copy into new/letters.db: it holds 1 letter that data/letters.db does not have, ' +
          `and 1 letter that differs there.\n${ADVICE}`,
      ),
    );
    const byId = (letters: Letter[]) => letters.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(await lettersIn(store))).toEqual(byId(own));
    expect(await passwordsIn(store)).toEqual(OTHER_HASHES);
  });

  test('keeps all that it has with --merge, and gets what it lacks', async () => {
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
    expect(await passwordsIn(store)).toEqual(OTHER_HASHES);
    expect(copy('--merge').stdout).toContain('0 letters were copied');
    expect(await lettersIn(store)).toEqual(letters);
  });

  test('is distinguished from one whose letters differ only in position, as after the same import', async () => {
    const { copy, to } = await machineToCopy();
    const store = await to();
    await store.letters.importAll(
      keptLetters(2).map(({ position: _, version: __, ...letter }) => letter),
      Date.now(),
    );
    expect(copy()).toEqual(
      refused(
        'Cannot copy into new/letters.db: it holds 2 letters that differ only in place in the list or version.\n' +
          ADVICE,
      ),
    );
    const { content, signature, hidden } = keptLetter(1);
    const text = { title: 'Other', date: '2026-11-20', content, signature, hidden };
    await store.letters.update('letter-1', text, Date.now());
    expect(copy().stderr).toContain(
      'it holds 1 letter that differs there, and 1 letter that differs only in place in the list or version.\n',
    );
    expect(copy('--merge').status).toBe(0);
  });

  test('is refused even if only its passwords differ', async () => {
    const { copy, to } = await machineToCopy();
    const store = await to();
    await store.records.put('admin', 'credentials', OTHER_HASHES);
    expect(copy()).toEqual(
      refused(
        'The passwords in new/letters.db are not those in data/letters.db.\n' +
          'Nothing was copied. Copy into an empty database, or add --merge: then they stay.\n',
      ),
    );
    expect(await lettersIn(store)).toEqual([]);
    expect(copy('--merge').status).toBe(0);
    expect(await lettersIn(store)).toEqual(keptLetters(3));
    expect(await passwordsIn(store)).toEqual(OTHER_HASHES);
  });
});

describe('a copy is refused', () => {
  test('into the same database, under any address', async () => {
    const { letters, from, folder, addresses } = await machineToCopy();
    symlinkSync('data', join(folder, 'link'));
    for (const to of ['sqlite:data/letters.db', 'sqlite:link/letters.db']) {
      expect(letters('copy', addresses[0], to, '--merge')).toEqual(
        refused('FROM and TO are the same database.\nNothing was copied.\n'),
      );
    }
    expect(await lettersIn(from)).toEqual(keptLetters(3));
  });

  test('from a database that does not exist, and creates neither', () => {
    const { letters, folder } = ownerMachine();
    expect(letters('copy', 'sqlite:typo.db', 'sqlite:new.db')).toEqual(
      refused(
        'There is no database typo.db, and none was made.\nName the right one in FROM.\nNothing was copied.\n',
      ),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('with fewer than two addresses, or an invalid one', async () => {
    const { letters, target } = await machineToCopy();
    const postgres = 'postgres://owner:Secret@';
    const accepted =
      'must be sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE or firestore://PROJECT-ID; ' +
      'for ~ in a path, write the path of your home folder; ' +
      'in a user name or password, write %40 for @, %2F for / and %3A for :; ' +
      'a project id has 6 to 30 lowercase letters, digits and hyphens.\nNothing was copied.\n';
    expect(letters('copy', postgres, 'sqlite:new')).toEqual(refused(`FROM ${accepted}`));
    for (const to of [postgres, 'firestore://short']) {
      expect(letters('copy', 'sqlite:data/letters.db', to)).toEqual(refused(`TO ${accepted}`));
    }
    const usage = expect.stringContaining('npm run letters -- copy FROM TO [--merge]\n');
    for (const args of [[], ['sqlite:a'], ['sqlite:a', 'sqlite:b', 'sqlite:c'], ['a', '--all']]) {
      expect(letters('copy', ...args)).toEqual({ status: 2, stdout: '', stderr: usage });
    }
    expect(existsSync(target)).toBe(false);
  });

  test('into a file that is not a database', async () => {
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
