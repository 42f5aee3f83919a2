import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { holdHalfway, LARGE, machineToCopy, refused } from '#test/machine/machine-to-copy.ts';
import {
  HASHES,
  hasTerminals,
  keptLetter,
  keptLetters,
  lettersIn,
} from '#test/machine/owner-machine.ts';
import { copyStore } from './copy-store.ts';
import { verifyCopy } from './verify-copy.ts';

/** What can happen during a copy. */

describe('a copy that ends halfway', () => {
  const MANY = keptLetters(3000, LARGE);

  test.each([
    ['SIGKILL', null, ''],
    [
      'SIGINT',
      130,
      'Interrupted. What was copied is whole; the same command goes on from there.\n',
    ],
  ] as const)('by %s is completed by the next one', async (signal, status, stderr) => {
    const { start, copy, addresses, target, to } = await machineToCopy(MANY);
    const { process, ended } = start('copy', ...addresses);
    const { arrived, release } = await holdHalfway(target);
    process.kill(signal);
    if (signal === 'SIGINT') await sleep(0);
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

  test('because the target stops answering says so, and is completed by the next one', async () => {
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

test('of long letters a batch has fewer', async () => {
  const long = keptLetters(25, { content: 'x'.repeat(200_000) });
  const { from, to } = await machineToCopy(long);
  const target = await to();
  const told: number[] = [];
  const tell = (count: number, what: string) => {
    if (what === 'copied') told.push(count);
  };
  const names = { from: 'the first', to: 'the second' };
  const { signal } = new AbortController();
  await copyStore({ from, to: target, names, merge: false, signal, tell });
  expect(told).toEqual([9, 18, 25]);
  expect(await lettersIn(target)).toEqual(long);
});

test('detects that a database was written to meanwhile, and loses nothing', async () => {
  const { start, copy, from, addresses, target } = await machineToCopy(keptLetters(3000, LARGE));
  const { ended } = start('copy', ...addresses);
  const { release } = await holdHalfway(target);
  // The copy reads the letters as they were at one moment, which has passed.
  await from.letters.importAll([keptLetter(9001)], 0);
  release();
  expect(await ended).toEqual(
    refused(
      'There is a difference between data/letters.db and new/letters.db: the first holds 3,001 letters, the second 3,000.\n' +
        'Something was written while the letters were copied. Nothing is lost: stop the site, and ' +
        'run the same command again. If that refuses, copy into an empty database.\n',
    ),
  );
  expect(copy().stdout).toMatch(/^1 letter was copied/);
});

test.each([
  ['a letter that was edited', { title: 'Edited' }, '1 letter that differs there'],
  [
    'a letter that moved',
    { position: keptLetter(9000).position },
    '1 letter that differs only in place in the list or version',
  ],
])('detects %s meanwhile, although the numbers of letters agree', async (_, edit, words) => {
  const { start, copy, from, addresses, target } = await machineToCopy(keptLetters(3000, LARGE));
  const { ended } = start('copy', ...addresses);
  const { release } = await holdHalfway(target);
  // That one alone: the copy waits only some seconds for the lock.
  await from.letters.delete(keptLetter(4).id);
  await from.letters.importAll([keptLetter(4, { ...LARGE, ...edit })], 0);
  release();
  const { status, stderr } = await ended;
  expect(status).toBe(1);
  expect(stderr).toContain(': not all of their letters are the same.\n');
  expect(stderr).not.toMatch(/Secret|Edited|letter-\d/);
  expect(copy().stderr).toContain(words);
});

describe('the comparison at the end', () => {
  async function compared(merge: boolean) {
    const { from, to } = await machineToCopy();
    const target = await to();
    const names = { from: 'the first', to: 'the second' };
    const { signal } = new AbortController();
    const copying = { from, to: target, names, merge, signal, tell: () => {} };
    const verify = (before = new Map<string, string>()) => verifyCopy(copying, before);
    return { from, target, verify };
  }

  test('finds a letter that arrived with other words, also where there were letters before', async () => {
    const { target, verify } = await compared(true);
    await target.letters.replaceAll(keptLetters(3).with(1, keptLetter(2, { title: 'Other' })));
    await expect(verify()).rejects.toThrow(': 1 letter of the first did not arrive.');
    // It was there before, so it stayed as it was.
    await verify(new Map([[keptLetter(2).id, '']]));
  });

  test('finds other passwords, unless there were none to copy', async () => {
    const { from, target, verify } = await compared(false);
    await target.letters.replaceAll(keptLetters(3));
    await target.records.put('admin', 'credentials', HASHES);
    await verify();
    await from.records.put('admin', 'credentials', { ...HASHES, mainPassword: 'changed' });
    await expect(verify()).rejects.toThrow(': their passwords differ.');
    await from.records.delete('admin', 'credentials');
    await verify();
  });
});

test.runIf(hasTerminals)('shows its progress on a terminal', async () => {
  const { startOnTerminal, addresses } = await machineToCopy(keptLetters(2000, LARGE));
  const { status, stdout } = await startOnTerminal('copy', ...addresses).ended;
  expect(status).toBe(0);
  const lines = stdout.split('\r\u001b[K');
  expect(lines.some((line) => /^[\d,]+ letters copied$/.test(line))).toBe(true);
  expect(lines.at(-1)).toMatch(/^2,000 letters were copied/);
});
