import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';

/** Opens a store in a process of its own. @returns which drivers that loaded */
const LOADED_DRIVERS = `
  import { createRequire } from 'node:module';
  const { openStore } = await import(process.argv[1]);
  await openStore(JSON.parse(process.argv[2])).then((store) => store.close(), () => {});
  const loaded = Object.keys(createRequire(process.argv[1]).cache);
  const drivers = ['pg', '@google-cloud/firestore'];
  console.log(
    drivers.filter((name) => loaded.some((path) => path.includes('/node_modules/' + name + '/'))).join(),
  );
  process.exit();
`;

test.each([
  ['SQLite', { engine: 'sqlite', path: 'letters.db' }, ''],
  ['PostgreSQL', { engine: 'postgres', url: 'postgres://127.0.0.1:1/x', listenUrl: null }, 'pg'],
  ['Firestore', { engine: 'firestore', projectId: 'no-project' }, '@google-cloud/firestore'],
])('for %s no other driver is loaded', (_, address, drivers) => {
  const module = import.meta.resolve('./open-store.ts');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', LOADED_DRIVERS, module, JSON.stringify(address)],
    {
      encoding: 'utf8',
      cwd: temporaryFolder(),
      env: { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1', METADATA_SERVER_DETECTION: 'none' },
    },
  );
  expect({ stdout, stderr }).toEqual({ stdout: `${drivers}\n`, stderr: '' });
});
