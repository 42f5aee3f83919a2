import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs work in an empty folder, which is removed afterwards, whether or not the work succeeds. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'letters-'));
  return await work(folder.path);
}
