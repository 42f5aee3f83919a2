import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

/** Work that does not end, as with a database that takes its time. */
const ENDLESS = `
  const { interruptible } = await import(process.argv[1]);
  setInterval(() => {}, 1000);
  await interruptible('Nothing was changed.', async () => {
    console.log('begun');
    await new Promise(() => {});
  });
`;

test('an interruption that has to wait too long ends the command, and says what to do', async () => {
  const module = import.meta.resolve('./interruption.ts');
  const command = spawn(process.execPath, ['--input-type=module', '--eval', ENDLESS, module]);
  onTestFinished(() => void command.kill('SIGKILL'));
  const said = text(command.stderr);
  await once(command.stdout, 'data');
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([130, null]);
  expect(await said).toBe('Interrupted before all was done. Give the same command again.\n');
}, 60_000);
