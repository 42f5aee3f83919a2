import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { PATIENTLY } from './replace-build.ts';

/**
 * Starts the site for a moment, without letters, and requests a page. This fills Node's compile cache
 * before the first start that somebody waits for, also where the site itself may not write. See
 * `start.js`.
 */

/** Milliseconds that the page may take. */
const TIMEOUT_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'letters-compile-cache-'));
const DATABASE_URL = `sqlite:${join(folder, 'letters.db')}`;
const { PATH = '' } = process.env;
const site = spawn(process.execPath, [join(import.meta.dirname, '../start.js')], {
  cwd: folder,
  env: { PATH, DATABASE_URL, PORT: '0', REQUEST_LOG: 'off' },
  // By the last it is told to stop: on Windows a signal would end it at once, and nothing would be kept.
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const ended = once(site, 'exit');
let asked = false;
try {
  await askForPage();
  asked = true;
} catch (error) {
  console.error('The site could not be asked for a page:', (error as Error).message);
} finally {
  if (site.connected) site.disconnect();
  await ended;
  rmSync(folder, PATIENTLY);
}
// Where nothing can be written, the site silently runs without the cache.
const compiled = join(import.meta.dirname, '../build/compiled');
const kept = existsSync(compiled);
if (kept) letOthersRead(compiled);
process.exitCode = asked && kept && site.exitCode === 0 ? 0 : 1;

/** Returns without a page when the site ends before it is ready. */
async function askForPage(): Promise<void> {
  let url = '';
  for await (const line of createInterface(site.stdout as Readable)) {
    url = /^The site is at (.+)$/.exec(line)?.[1] ?? url;
    if (line !== 'Press Ctrl-C to stop.') continue;
    await (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
    return;
  }
}

/** Node makes the cache readable for its owner alone, but the site may run as another user. */
function letOthersRead(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
}
