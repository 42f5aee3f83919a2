import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Lists the files that a build made itself, so that only one generation of earlier ones is kept. */
const OWN_ASSETS = 'assets.json';

/**
 * Windows moves and removes no folder while another program has a file of it open, as a scanner of viruses
 * has each that was just written, for a moment.
 */
const BUSY = ['EPERM', 'EACCES', 'EBUSY'];
const ATTEMPTS = 50;
const PAUSE_MS = 100;
export const PATIENTLY = { recursive: true, force: true, maxRetries: 10, retryDelay: PAUSE_MS };

/**
 * Puts a finished build in the place of the one before, which until then was whole and in use. Its
 * assets are kept: pages that were opened before an upgrade still request them, and so do pages from
 * other instances until those are restarted.
 * @param build the folder of all that is built; there may be none yet
 * @param finished the folder of the finished build, beside it
 */
export function replaceBuild(build: string, finished: string): void {
  const assets = join(finished, 'client/assets');
  const own = readdirSync(assets);
  for (const name of assetsToKeep(build, own)) {
    if (!own.includes(name)) copyFileSync(join(build, 'client/assets', name), join(assets, name));
  }
  writeFileSync(join(finished, OWN_ASSETS), JSON.stringify(own));

  const replaced = `${build}-replaced`;
  rmSync(replaced, PATIENTLY);
  if (existsSync(build)) movePatiently(build, replaced);
  movePatiently(finished, build);
  rmSync(replaced, PATIENTLY);
}

function movePatiently(from: string, to: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (attempt === ATTEMPTS || !BUSY.includes(code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** Their names tell what is in them: pages of a build with the same names are of the same generation. */
function assetsToKeep(build: string, own: string[]): string[] {
  const before = assetsOf(build);
  const isSame = before.length === own.length && before.every((name) => own.includes(name));
  return isSame ? readdirSync(join(build, 'client/assets')) : before;
}

/** Of a build that was damaged, those that are left. */
function assetsOf(build: string): string[] {
  const list = join(build, OWN_ASSETS);
  const names: string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  return names.filter((name) => existsSync(join(build, 'client/assets', name)));
}
