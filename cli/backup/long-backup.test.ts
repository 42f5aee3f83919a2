import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hasTerminals, keptLetters, ownerMachine } from '#test/machine/owner-machine.ts';

const LARGE = { content: 'Secret words. '.repeat(1500) };

async function largeMachine() {
  const machine = ownerMachine();
  await (await machine.open()).letters.replaceAll(keptLetters(4000, LARGE));
  return machine;
}

async function begun(folder: string) {
  while (!readdirSync(folder).some((name) => name.includes('unfinished'))) await sleep(1);
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'leaves nothing behind after %s, sent once or twice',
  async (signal) => {
    const { start, folder } = await largeMachine();
    const { process, ended } = start('backup', 'mine.backup');
    await begun(folder);
    process.kill(signal);
    process.kill(signal);
    expect(await ended).toEqual({
      status: 130,
      stdout: '',
      stderr: 'Interrupted. No backup was written.\n',
    });
    expect(readdirSync(folder)).toEqual(['data']);
  },
);

test.runIf(hasTerminals)(
  'shows its progress on a terminal, and removes it afterwards',
  async () => {
    const { startOnTerminal, folder } = await largeMachine();
    const { stdout } = await startOnTerminal('backup', 'mine.backup').ended;
    const lines = stdout.split('\r\u001b[K');
    expect(lines.at(-1)).toBe(
      `4,000 letters were written to ${join(folder, 'mine.backup')}. There are no passwords yet.\r\n`,
    );
    expect(lines.slice(0, 2)).toEqual(['', '1 letter written']);
    expect(lines.at(-2)).toMatch(/^[\d,]+ letters written$/);
  },
);

test.runIf(hasTerminals)('ends at Ctrl-C on a terminal', async () => {
  const { startOnTerminal, folder } = await largeMachine();
  const { process, says, ended } = startOnTerminal('backup', 'mine.backup');
  await says('letters written');
  process.stdin?.write('\u0003');
  const { status, stdout } = await ended;
  expect(status).toBe(130);
  expect(stdout.endsWith('\r\u001b[KInterrupted. No backup was written.\r\n')).toBe(true);
  expect(readdirSync(folder)).toEqual(['data']);
});

test('shows no progress in a pipe', async () => {
  const { start } = await largeMachine();
  expect(await start('backup', 'mine.backup').ended).toEqual({
    status: 0,
    stdout: '4,000 letters were written to mine.backup. There are no passwords yet.\n',
    stderr: '',
  });
});
