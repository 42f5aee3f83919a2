import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Letter } from '#core/letter.ts';
import { positionOf } from '#core/position.ts';
import type { Store } from '#core/store.ts';
import { createTestSite } from '../site/create-test-site.ts';
import {
  HASHES,
  keptLetter,
  keptLetters,
  lettersIn,
  ownerMachine,
  passwordsIn,
} from './owner-machine.ts';

/** A database of another engine, with nothing in it. */
interface Elsewhere {
  address: string;
  /** What a process needs to reach it. */
  environment: Record<string, string>;
  /** What the owner's commands call it. */
  name: RegExp;
  open(): Promise<Store>;
}

const DAY = Date.UTC(2026, 10, 20);
const ODD: Letter[] = [
  keptLetter(1, { title: '💌 Ünïcode', content: 'a\u2028b\tc\nd', hidden: true, version: 12 }),
  keptLetter(2, { date: '2026-11-20', createdAt: DAY, position: positionOf(DAY, 1_000_002) }),
  keptLetter(3, { date: 'some day', updatedAt: -1, origin: '[["id"],["x",{"y":[null]}]]' }),
];

export async function fill(store: Store, letters = ODD): Promise<void> {
  await store.letters.replaceAll(letters);
  await store.records.put('admin', 'credentials', HASHES);
}

/** Checks that a text tells no secret. @returns the text */
export function quiet(text: string, secret = 'Secret'): string {
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/postgres:\/\/|argon2id|Secret|letter-\d/);
  return text;
}

/** What must hold between SQLite and every other engine, with the real commands. */
export function describeMoving(engine: string, elsewhere: () => Promise<Elsewhere>): void {
  describe(`between a file and ${engine}`, () => {
    test('a copy there and back loses nothing', async () => {
      const there = await elsewhere();
      const { start, open, folder } = ownerMachine(there.environment);
      await fill(await open());
      const out = await start('copy', 'sqlite:data/letters.db', there.address).ended;
      expect(out).toMatchObject({ status: 0, stderr: '' });
      const [copied, compared] = quiet(out.stdout).split('\n');
      expect(copied).toMatch(/^3 letters were copied from data\/letters\.db to /);
      expect(copied).toMatch(there.name);
      expect(compared).toContain('they hold the same 3 letters and the same passwords');
      expect(await lettersIn(await there.open())).toEqual(ODD);

      const back = await start('copy', there.address, 'sqlite:back.db').ended;
      expect(back).toMatchObject({ status: 0, stderr: '' });
      const returned = await open(join(folder, 'back.db'));
      expect(await lettersIn(returned)).toEqual(ODD);
      expect(await passwordsIn(returned)).toEqual(HASHES);
      const again = await start('copy', there.address, 'sqlite:back.db').ended;
      expect(again.stdout).toContain('3 letters were there already');
    });

    test('a backup of either is restored on the other, and their backups are the same', async () => {
      const there = await elsewhere();
      const file = ownerMachine();
      await fill(await file.open());
      file.letters('backup', 'mine.backup');
      const machine = ownerMachine({ ...there.environment, DATABASE_URL: there.address });
      const restored = await machine.start('restore', join(file.folder, 'mine.backup')).ended;
      expect(restored).toMatchObject({ status: 0, stderr: '' });
      expect(await lettersIn(await there.open())).toEqual(ODD);
      expect(quiet((await machine.start('backup', 'mine.backup').ended).stdout)).toBe(
        '3 letters and the passwords were written to mine.backup.\n',
      );
      const withoutTheirTime = (folder: string) =>
        readFileSync(join(folder, 'mine.backup'), 'utf8').split('\n').slice(1, -2);
      expect(withoutTheirTime(machine.folder)).toEqual(withoutTheirTime(file.folder));

      await fill(await there.open(), keptLetters(700));
      const again = await machine.start('restore', 'mine.backup', '--yes').ended;
      expect(again.stdout).toMatch(
        /^What was here before is kept in mine\.backup\.before-restore-/,
      );
      expect(await lettersIn(await there.open())).toEqual(ODD);
    });

    test('a site works in its new database, with its passwords', async () => {
      const there = await elsewhere();
      const site = await createTestSite();
      const letter = await site.send({ title: 'Kept' });
      const { start } = ownerMachine(there.environment);
      const { ended } = start('copy', `sqlite:${site.databasePath}`, there.address);
      expect((await ended).status).toBe(0);
      const store = await there.open();
      expect(await store.letters.get(letter.id)).toEqual(await site.store.letters.get(letter.id));
      expect(await passwordsIn(store)).toEqual(await passwordsIn(site.store));
    });

    test('doctor finds no fault there', async () => {
      const there = await elsewhere();
      await fill(await there.open());
      const machine = ownerMachine({ ...there.environment, DATABASE_URL: there.address });
      const { status, stdout } = await machine.start('doctor').ended;
      expect(quiet(stdout)).toContain(
        'ok    All letters can be read: 3 letters, 1 of them hidden.\n',
      );
      expect(stdout).toMatch(there.name);
      expect(status).toBe(0);
    });
  });
}
