import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import {
  HASHES,
  keptLetters,
  lettersIn,
  OTHER_HASHES,
  ownerMachine,
  passwordsIn,
} from '#test/machine/owner-machine.ts';

/** Runs work in a command that does not end, interrupts it, and returns its output. */
async function saidAfterInterruption(work: string): Promise<string> {
  const command = spawn(process.execPath, [
    ...['--input-type=module', '--eval'],
    `const { interruptible } = await import(process.argv[1]);
     setInterval(() => {}, 1000);
     const work = (signal, mustFinish) => {
       console.log('begun');
       return new Promise((_, reject) => {
         ${work}
       });
     };
     await interruptible('Nothing was changed.', work).catch(({ message }) => console.error(message));`,
    import.meta.resolve('./interruption.ts'),
  ]);
  onTestFinished(() => void command.kill('SIGKILL'));
  const said = text(command.stderr);
  await once(command.stdout, 'data');
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([130, null]);
  return said;
}

test.each([
  [
    'that does not end, as with a slow database',
    '',
    'Interrupted before all was done. Run the same command again.\n',
  ],
  [
    'that stops before its last part, while the database does not close',
    `signal.addEventListener('abort', () => {
       try {
         mustFinish('It is being finished.');
       } catch (reason) {
         reject(reason);
       }
     });`,
    'Interrupted. Nothing was changed.\n',
  ],
])(
  'an interruption of work %s, ends the command, and is reported once',
  async (_, work, words) => {
    expect(await saidAfterInterruption(work)).toBe(words);
  },
  60_000,
);

test('a restore that is replacing the letters says so, and completes letters and passwords', async () => {
  const { letters, start, open, database } = ownerMachine();
  const store = await open();
  const kept = keptLetters(3);
  await store.letters.replaceAll(kept);
  await store.records.put('admin', 'credentials', HASHES);
  letters('backup', 'mine.backup');
  await store.letters.replaceAll(keptLetters(4));
  await store.records.put('admin', 'credentials', OTHER_HASHES);
  const other = new DatabaseSync(database);
  other.exec('BEGIN IMMEDIATE');

  const { process, says, ended } = start('restore', 'mine.backup', '--yes');
  await says('is kept in');
  process.kill('SIGINT');
  await once(process.stderr as Readable, 'data');
  process.kill('SIGTERM');
  other.exec('ROLLBACK');
  other.close();
  expect(await ended).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('3 letters were restored'),
    stderr: 'The letters are already being replaced, and that is finished first.\n',
  });
  expect(await lettersIn(store)).toEqual(kept);
  expect(await passwordsIn(store)).toEqual(HASHES);
});

test('an import that is interrupted while it reads its file takes in nothing, and says so', async () => {
  const { letters, start, folder, file } = ownerMachine();
  letters('import', file([]));
  const pipe = join(folder, 'letters.json');
  execFileSync('mkfifo', [pipe]);
  const { process, ended } = start('import', 'letters.json');
  // Once it reads.
  const written = await open(pipe, 'w');
  process.kill('SIGINT');
  // Far more than a pipe holds: by the time that all of it is read, the signal has been heard.
  await written.writeFile(' '.repeat(4_000_000));
  await written.writeFile(JSON.stringify([{ id: 'a'.repeat(20), title: 'One', content: 'Words' }]));
  await written.close();
  expect(await ended).toEqual({
    status: 130,
    stdout: '',
    stderr: 'Interrupted. Nothing was changed.\n',
  });
  expect(letters('export').stdout).not.toContain('Words');
});
