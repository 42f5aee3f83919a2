import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownerMachine } from '#test/machine/owner-machine.ts';
import { createTestSite, MAIN_PASSWORD } from '#test/site/create-test-site.ts';
import { createCredentials } from '../access/credentials.ts';
import { createThrottle } from '../access/throttle.ts';

const OWN = ['127.0.0.1'];
const ANYBODY = Array.from({ length: 12 }, (_, at) => `192.0.2.${at}`);

/** A site whose owner is locked out by somebody's guesses, and the owner's machine. */
async function guessedAt(addresses: string[]) {
  const site = await createTestSite();
  const throttle = createThrottle(site.store.records, Date.now);
  for (const address of addresses) {
    while ((await throttle.attempt({ address, device: null })).allowed);
  }
  await expect(site.unlock()).rejects.toThrow('guesses-too-many');
  return { site, ...ownerMachine({ DATABASE_URL: `sqlite:${site.databasePath}` }) };
}

describe.each([
  ['up to the limit of all addresses together', ANYBODY],
  ['up to the limit of one address', OWN],
])('wrong guesses at the earlier passwords, %s,', (_, addresses) => {
  test('do not lock out new passwords', async () => {
    const { site, folder, shell } = await guessedAt(addresses);
    writeFileSync(join(folder, 'new'), 'new main\nnew other\n');
    expect(shell('letters password < new').status).toBe(0);
    expect(await site.unlock('new main')).toMatch(/^letters_session=/);
  });

  test('do not lock out the passwords of a backup', async () => {
    const { site, letters } = await guessedAt(addresses);
    expect(letters('backup', 'mine.backup').status).toBe(0);
    await createCredentials(site.store.records, randomBytes).replace({
      mainPassword: 'forgotten',
      alternativePassword: 'also forgotten',
    });
    expect(letters('restore', 'mine.backup', '--yes').status).toBe(0);
    expect(await site.unlock(MAIN_PASSWORD)).toMatch(/^letters_session=/);
  });
});

test('a restore of a backup without passwords keeps the counts of guesses', async () => {
  const { site, folder, letters } = await guessedAt(OWN);
  const without = ownerMachine();
  await without.open();
  expect(without.letters('backup', join(folder, 'mine.backup')).status).toBe(0);
  expect(letters('restore', 'mine.backup').stdout).toContain('The backup has no passwords');
  await expect(site.unlock()).rejects.toThrow('guesses-too-many');
});
