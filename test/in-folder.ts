import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Does a piece of work in an empty folder, which goes when the work has ended, however it ends. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'letters-'));
  return await work(folder.path);
}
