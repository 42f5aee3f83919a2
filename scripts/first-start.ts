import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts the site for a moment, without letters, and asks for a page: so that what Node compiles for
 * it is there before the first start that somebody waits for, also where the site itself may not
 * write. See `start.js`.
 */

const folder = mkdtempSync(join(tmpdir(), 'letters-first-start-'));
const DATABASE_URL = `sqlite:${join(folder, 'letters.db')}`;
const { PATH = '' } = process.env;
const site = spawn(process.execPath, [join(import.meta.dirname, '../start.js')], {
  cwd: folder,
  env: { PATH, DATABASE_URL, PORT: '0', REQUEST_LOG: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(site, 'close');
let url = '';
for await (const line of createInterface(site.stdout)) {
  url = /^The site is at (.+)$/.exec(line)?.[1] ?? url;
  if (line !== 'Press Ctrl-C to stop.') continue;
  await (await fetch(url)).text();
  site.kill('SIGTERM');
}
await ended;
rmSync(folder, { recursive: true });
// Node lets only its owner read it, and the site may run as somebody else, who can read the program.
const compiled = join(import.meta.dirname, '../build/compiled');
for (const entry of readdirSync(compiled, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
}
process.exitCode = site.exitCode ?? 1;
