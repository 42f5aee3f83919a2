import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installFromDebian } from './install-from-debian.ts';
import { runTool } from './run-tool.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Milliseconds after which a download is given up. */
const DOWNLOAD_MS = 300_000;

/**
 * The path of a Chromium that runs on this machine: the one in CHROMIUM_PATH, else one that is
 * installed, else one that is fetched.
 * @throws an Error that says what to do
 */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which does not run.`);
  }
  const found = installed() ?? fetchedByPlaywright() ?? fetchedByDebian();
  if (found) return found;
  throw new Error(
    'There is no Chromium on this machine, and none could be fetched.\n' +
      'Install Chromium or Google Chrome, or name one in CHROMIUM_PATH, and try again.',
  );
}

function installed(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...FOLDERS];
  const commands = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [...commands, ...APPLICATIONS, chromium.executablePath()];
  return candidates.find(runs) ?? null;
}

function fetchedByPlaywright(): string | null {
  console.error('There is no Chromium here yet: fetching the one of Playwright…');
  runTool('playwright', ['install', 'chromium'], {
    environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    timeout: DOWNLOAD_MS,
  });
  const path = chromium.executablePath();
  return runs(path) ? path : null;
}

function fetchedByDebian(): string | null {
  console.error('That did not work: installing the one of Debian…');
  installFromDebian('chromium');
  return installed();
}

/** Whether it exists, and is neither a stub nor lacking a library. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows it would open a window instead.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
