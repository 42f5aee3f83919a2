import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { sent } from '../contract/engine.ts';
import { checkIntegrity } from './integrity-check.ts';
import { openSqliteStore } from './sqlite-store.ts';

const path = () => join(temporaryFolder(), 'letters.db');

async function intactDatabase(): Promise<string> {
  const file = path();
  const store = await openSqliteStore(file);
  await sent(store);
  await store.close();
  return file;
}

/** Begins a check, whose process runs this code first. */
function check(file: string, first = '') {
  const told = { damaged: vi.fn(), failed: vi.fn() };
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${first}`);
  const abort = checkIntegrity(file, told);
  vi.unstubAllEnvs();
  const failure = () => vi.waitFor(() => expect(told.failed).toHaveBeenCalledOnce(), 20_000);
  return { ...told, abort, failure };
}

/** Resolves once two further checks have ended, one after the other: long after one that was begun before. */
async function twoChecksLater(): Promise<void> {
  for (const _ of [1, 2]) await check(path()).failure();
}

test('the check of an intact database reports nothing', async () => {
  const { damaged, failed } = check(await intactDatabase());
  await twoChecksLater();
  expect(damaged).not.toHaveBeenCalled();
  expect(failed).not.toHaveBeenCalled();
});

test('a check that was aborted reports nothing', async () => {
  const { abort, damaged, failed } = check(path());
  await abort();
  expect(damaged).not.toHaveBeenCalled();
  expect(failed).not.toHaveBeenCalled();
  await check(path()).failure();
});

test('a store that closes ends the check of its database', async () => {
  const file = path();
  const log = vi.fn();
  await (await openSqliteStore(file, { log })).close();
  rmSync(file);
  await twoChecksLater();
  expect(log).not.toHaveBeenCalled();
});

test.each([
  ['exits early', 'process.exit()'],
  ['the system kills', 'process.kill(process.pid,9)'],
])('a check whose process %s is reported as failed', async (_, end) => {
  const { failure, damaged } = check(await intactDatabase(), end);
  await failure();
  expect(damaged).not.toHaveBeenCalled();
});

test('a check whose process is interrupted by a signal is not reported as failed', async () => {
  const { failed } = check(await intactDatabase(), 'process.kill(process.pid,2)');
  await twoChecksLater();
  expect(failed).not.toHaveBeenCalled();
});
