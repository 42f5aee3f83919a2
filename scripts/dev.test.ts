import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { pages, server } from './set-up.js';

const ROOT = join(import.meta.dirname, '..');
const OWN = ['dev.ts', 'set-up.js', 'own-node.js', 'one-at-a-time.js', 'watch-files.ts'];
/** Ignores a terminal that closes, as the site does, and ends only when it is told to, once nothing keeps it busy. */
const SITE = `
  import { existsSync, writeFileSync } from 'node:fs';
  process.on('SIGHUP', () => {});
  process.on('SIGTERM', () => {
    writeFileSync('stopping', '');
    setInterval(() => {
      if (existsSync('busy')) return;
      writeFileSync('stopped', '');
      process.exit();
    }, 20);
  });
  setInterval(() => {}, 1000);
  console.log('runs');`;

/** A folder with nothing to build, and a small program in the place of the site. */
function folderForDev(site: string): string {
  const folder = temporaryFolder();
  for (const name of [...pages, ...server, '.env']) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  for (const name of OWN) copyFileSync(join(ROOT, 'scripts', name), join(folder, 'scripts', name));
  mkdirSync(join(folder, 'build'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'start.js'), site);
  return folder;
}

/** Runs it in a process group of its own, so that what it leaves behind is known, and can be ended. */
async function dev(site = SITE) {
  const folder = folderForDev(site);
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const tell = (signal: NodeJS.Signals | 0) => process.kill(-(child.pid ?? 0), signal);
  /** Whether any process of the group runs. */
  const runs = () => {
    try {
      return tell(0);
    } catch {
      return false;
    }
  };
  onTestFinished(() => void (runs() && tell('SIGKILL')));
  await once(child.stdout, 'data');
  return { child, runs, path: (name: string) => join(folder, name) };
}

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  '`npm run dev` stops the site before it ends, told by %s alone',
  async (signal) => {
    const { child, path } = await dev();
    child.kill(signal);
    await once(child, 'exit');
    expect(existsSync(path('stopped'))).toBe(true);
  },
);

test('`npm run dev` starts a site that has ended by itself, as after a mistake, again when a file changes', async () => {
  const { child, path } = await dev(`console.log('ends');`);
  writeFileSync(path('config.ts'), '// changed');
  const [again] = await once(child.stdout, 'data');
  expect(String(again)).toBe('ends\n');
});

test('`npm run dev`, told to stop while it stops the site for a change, does not start it again', async () => {
  const { child, runs, path } = await dev();
  writeFileSync(path('busy'), '');
  writeFileSync(path('config.ts'), '// changed');
  await vi.waitFor(() => expect(existsSync(path('stopping'))).toBe(true), { timeout: 30_000 });
  child.kill('SIGTERM');
  rmSync(path('busy'));
  await once(child, 'exit');
  expect(runs()).toBe(false);
});
