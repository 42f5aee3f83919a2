import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { pages, server } from './set-up.js';

const ROOT = join(import.meta.dirname, '..');
const OWN = ['dev.ts', 'set-up.js', 'one-at-a-time.js', 'watch-files.ts'];
/** Ignores a terminal that closes, as the site does, and ends only when it is told to. */
const SITE = `
  import { writeFileSync } from 'node:fs';
  process.on('SIGHUP', () => {});
  process.on('SIGTERM', () => {
    writeFileSync('stopped', '');
    process.exit();
  });
  setInterval(() => {}, 1000);
  console.log('runs');`;

/** A folder with nothing to build, and a small program in the place of the site. */
function folderForDev(): string {
  const folder = temporaryFolder();
  for (const name of [...pages, ...server, '.env']) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  for (const name of OWN) copyFileSync(join(ROOT, 'scripts', name), join(folder, 'scripts', name));
  mkdirSync(join(folder, 'build'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'start.js'), SITE);
  return folder;
}

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  '`npm run dev` stops the site before it ends, told by %s alone',
  async (signal) => {
    const folder = folderForDev();
    const dev = spawn(process.execPath, ['scripts/dev.ts'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own, so that what it leaves behind can be ended.
      detached: true,
    });
    const group = -(dev.pid ?? 0);
    onTestFinished(() => {
      if (!existsSync(join(folder, 'stopped'))) process.kill(group, 'SIGKILL');
    });
    await once(dev.stdout, 'data');
    dev.kill(signal);
    await once(dev, 'exit');
    expect(existsSync(join(folder, 'stopped'))).toBe(true);
  },
);
