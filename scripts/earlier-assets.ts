import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps the assets of the previous build. Pages that were opened before an upgrade still request them,
 * and so do pages from other instances until those are restarted.
 */

/**
 * To be called before a build, which empties its folder.
 * @param build the folder of all that is built; the assets wait beside it
 * @returns brings the earlier assets back; to be called when the new files are complete
 */
export function setAssetsAside(build: string): () => void {
  const assets = join(build, 'client', 'assets');
  const aside = `${build}-earlier`;
  // Lists the files that the last build made itself, so that only one generation is kept.
  const list = join(build, 'assets.json');
  // What a failed build left there waits for the next build that succeeds.
  mkdirSync(aside, { recursive: true });
  // A build without its assets must not count as complete if its sources are restored (set-up.js).
  rmSync(join(build, '.set-up'), { force: true });
  const own: string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  move(own, assets, aside);
  return () => {
    writeFileSync(list, JSON.stringify(readdirSync(assets)));
    move(readdirSync(aside), aside, assets);
    rmSync(aside, { recursive: true });
  };
}

function move(names: string[], from: string, to: string): void {
  for (const name of names) {
    if (existsSync(join(to, name)) || !existsSync(join(from, name))) continue;
    renameSync(join(from, name), join(to, name));
  }
}
