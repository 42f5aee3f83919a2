import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installFromDebian } from './install-from-debian.ts';
import { runTool } from './run-tool.ts';

/** Chromium without a browser's own windows: journeys need a fifth less processor time in it. */
const HEADLESS_SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Packages of Debian, each named like its program. */
const DEBIAN = ['chromium-headless-shell', 'chromium'];
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
 * @param preferred with `headless shell`, a browser is taken only where there is none of these
 * @throws an Error that says what to do
 */
export function findChromium(preferred: 'browser' | 'headless shell' = 'browser'): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which does not run.`);
  }
  const names = preferred === 'browser' ? BROWSERS : [...HEADLESS_SHELLS, ...BROWSERS];
  const found = installed(names) ?? fetchedByPlaywright() ?? fetchedByDebian(names);
  if (found) return found;
  throw new Error(
    'There is no Chromium on this machine, and none could be fetched.\n' +
      'Install Chromium or Google Chrome, or name one in CHROMIUM_PATH, and try again.',
  );
}

function installed(names: string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...FOLDERS];
  const commands = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [...commands, ...APPLICATIONS, chromium.executablePath()];
  return candidates.find(runs) ?? null;
}

function fetchedByPlaywright(): string | null {
  console.error('There is no Chromium here yet: fetching Playwright’s…');
  runTool('playwright', ['install', 'chromium'], {
    environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    timeout: DOWNLOAD_MS,
  });
  const path = chromium.executablePath();
  return runs(path) ? path : null;
}

function fetchedByDebian(names: string[]): string | null {
  console.error('That did not work: installing Debian’s…');
  for (const name of names.filter((name) => DEBIAN.includes(name))) {
    installFromDebian(name);
    const path = installed(names);
    if (path) return path;
  }
  return null;
}

/** Whether it exists, and is neither a stub nor lacking a library. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows it would open a window instead.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
