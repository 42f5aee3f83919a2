import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import config from '../react-router.config.ts';
import { PATIENTLY, replaceBuild } from './replace-build.ts';

/**
 * Builds the pages, and compresses each asset once, instead of for each reader. All that happens in a
 * folder of its own: a build that fails or is interrupted leaves the one before as it was.
 */

const root = join(import.meta.dirname, '..');
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/;

const unfinished = join(root, config.buildDirectory);
rmSync(unfinished, PATIENTLY);
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build', '--logLevel', 'warn'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
);
// What went wrong has been printed.
if (status !== 0) process.exit(1);

const client = join(unfinished, 'client');
for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
replaceBuild(join(root, 'build'), unfinished);
