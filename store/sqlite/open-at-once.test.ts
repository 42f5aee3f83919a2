import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';

const PROCESSES = 6;
const PLACES = 5;

/** Opens one new file after another, at the same moments as the other processes. */
const OPEN_ALL = `
  const { openSqliteStore } = await import(process.argv[1]);
  console.log('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  for (const path of process.argv.slice(2)) {
    const store = await openSqliteStore(path);
    await store.ping();
    await store.close();
  }
  process.exit();
`;

test('processes that open a new database at once create one, and all of them can use it', async () => {
  const folder = temporaryFolder();
  const places = Array.from({ length: PLACES }, (_, n) => join(folder, `${n}.db`));
  const module = import.meta.resolve('./sqlite-store.ts');
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const child = spawn(
        process.execPath,
        ['--input-type=module', '--eval', OPEN_ALL, module, ...places],
        { stdio: 'pipe' },
      );
      await once(child.stdout, 'data');
      return { child, complaints: text(child.stderr), ended: once(child, 'exit') };
    }),
  );
  for (const { child } of processes) child.stdin.write('now\n');
  for (const { complaints, ended } of processes) {
    expect(await complaints).toBe('');
    expect(await ended).toEqual([0, null]);
  }
});
