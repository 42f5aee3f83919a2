import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCredentials } from '../../access/credentials.ts';
import { revokeAllAccess } from '../../access/revoke-all-access.ts';
import { createSessions } from '../../access/sessions.ts';
import { createThrottle } from '../../access/throttle.ts';
import { type Engine, NOW, openPlace } from './engine.ts';

/** What is built on records behaves as one, however many instances there are. */
export function describeAccess(engine: Engine): void {
  describe('across instances', () => {
    test('a session opened on one works on all, and is ended on all when it is closed', async () => {
      const { store, another } = await openPlace(engine);
      const [one, two] = [store, await another()].map(({ records }) =>
        createSessions({ records, now: () => NOW, randomBytes }),
      ) as [ReturnType<typeof createSessions>, ReturnType<typeof createSessions>];
      const [token, other] = [await one.open(), await two.open()];
      expect(await Promise.all([two.check(token), one.check(other)])).toEqual([true, true]);
      await two.close(token);
      expect(await Promise.all([one.check(token), two.check(token)])).toEqual([false, false]);
      expect(await one.check(other)).toBe(true);
      await revokeAllAccess(store.records);
      expect(await two.check(other)).toBe(false);
    });

    test('wrong guesses are counted together, also simultaneous ones', async () => {
      const { store, another } = await openPlace(engine);
      const throttles = [store, await another()].map(({ records }) =>
        createThrottle(records, () => NOW),
      );
      const attempts = await Promise.all(
        Array.from({ length: 6 }, () =>
          throttles.map((throttle) => throttle.attempt({ address: '10.0.0.1', device: null })),
        ).flat(),
      );
      expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(10);
      for (const throttle of throttles) {
        expect(await throttle.attempt({ address: '10.0.0.1', device: null })).toMatchObject({
          allowed: false,
        });
        expect(await throttle.attempt({ address: '10.0.0.2', device: null })).toMatchObject({
          allowed: true,
        });
      }
    });

    test('of two that set passwords at the same moment, the passwords of one are valid on both', async () => {
      const { store, another } = await openPlace(engine);
      const both = [store, await another()].map(({ records }) =>
        createCredentials(records, randomBytes),
      );
      const created = await Promise.all(
        both.map((credentials, n) =>
          credentials.create({ mainPassword: `main ${n}`, alternativePassword: `other ${n}` }),
        ),
      );
      expect(created.toSorted()).toEqual([false, true]);
      const first = created.indexOf(true);
      for (const credentials of both) {
        expect(await credentials.verify(`main ${first}`)).toBe('right');
        expect(await credentials.verify(`other ${first}`)).toBe('right');
        expect(await credentials.verify(`main ${1 - first}`)).toBe('wrong');
      }
    });

    test('a plain password works on all, and is a hash after the first login', async () => {
      const { store, another } = await openPlace(engine);
      const plain = { mainPassword: 'plain żółć 🎂', alternativePassword: 'plain too' };
      await store.records.put('admin', 'credentials', plain);
      for (const { records } of [store, await another()]) {
        const credentials = createCredentials(records, randomBytes);
        expect(await credentials.verify('Plain too')).toBe('wrong');
        expect(await credentials.verify(plain.mainPassword)).toBe('right');
        const kept = await records.get('admin', 'credentials');
        expect(kept?.value).toEqual({
          mainPassword: expect.stringMatching(/^\$argon2id\$/),
          alternativePassword: expect.stringMatching(/^\$argon2id\$/),
        });
      }
    });
  });
}
