import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfChanged, server } from './set-up.js';
import { watchFiles } from './watch-files.ts';

/**
 * `npm run dev`: builds and starts the site again whenever a file changes. There is no separate
 * development server, which could behave differently.
 */

const root = join(import.meta.dirname, '..');
const WATCHED = ['app', 'public', ...server, '.env'];
/** An editor saves in bursts. */
const SETTLE_MS = 150;

let site: ChildProcess | null = null;
let isTold = false;
// npm's signal, or a terminal that closes, ends this process alone: the site ignores the latter, and would run on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    isTold = true;
    if (site) await stop(site);
    process.exit();
  });
}

let changed = Promise.withResolvers<void>();
watchFiles(root, WATCHED, () => changed.resolve());

// A signal may come while the site is stopped for a change.
while (!isTold) {
  changed = Promise.withResolvers();
  site = buildAndStart();
  await changed.promise;
  await sleep(SETTLE_MS);
  if (site) await stop(site);
}

function buildAndStart(): ChildProcess | null {
  // Errors have been printed; the next change tries again.
  if (!buildIfChanged({ orStop: false })) return null;
  return spawn(process.execPath, ['start.js'], { cwd: root, stdio: 'inherit' });
}

async function stop(site: ChildProcess): Promise<void> {
  if (site.exitCode !== null || site.signalCode !== null) return;
  site.kill('SIGTERM');
  await once(site, 'exit');
}
