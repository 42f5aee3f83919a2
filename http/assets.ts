import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import {
  type CachedResponse,
  createCachedResponse,
  respondFromCache,
} from './cache/cached-response.ts';
import type { FastPath } from './cache/fast-path.ts';
import type { SiteEnv } from './site-env.ts';

/** Files in this folder have a hash of their content in their name. */
const ASSET = /^\/assets\/[\w-]+(?:\.[\w-]+)+$/;
const SERVICE_WORKER = '/sw.js';
/** The policy of assets: opened by themselves, they may load nothing. */
const LOADS_NOTHING = "default-src 'none'; frame-ancestors 'none'";
/** Names of compressed forms, and of hidden files, as the Finder of a Mac leaves them in folders. */
const NO_ASSET = /^\.|\.(?:br|gz)$/;

/**
 * Serves the built files, with the compressed forms that the build left beside them. They are read at
 * the start. Only an unknown asset is looked for on the disk: during an upgrade, a restarted instance
 * serves pages whose assets a reader may ask of another that was not restarted yet.
 * @param directory the built client files
 * @param fastPath learns what has been asked for
 */
export function assets(directory: string, fastPath: FastPath): MiddlewareHandler<SiteEnv> {
  const files = readFiles(directory);

  function find(path: string): CachedResponse | undefined {
    const known = files.get(path);
    if (known || !ASSET.test(path) || NO_ASSET.test(path)) return known;
    const file = join(directory, path);
    // On a file system that ignores case, each spelling of a name would be cached, so the exact name is
    // compared; only where a file exists, since made-up names must not cost a directory listing each.
    if (!existsSync(file) || !readdirSync(dirname(file)).includes(basename(file))) return undefined;
    const found = readAsset(file, path);
    files.set(path, found);
    return found;
  }

  return async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method)) return next();
    const { pathname } = new URL(c.req.url);
    const file = find(pathname);
    if (!file) return next();
    fastPath.learn(pathname, () => file);
    return respondFromCache(file, c.req.raw.headers);
  };
}

function readFiles(directory: string): Map<string, CachedResponse> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NO_ASSET.test(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  return new Map(
    names.map((name) => {
      const path = `/${name.split(sep).join('/')}`;
      return [path, readAsset(join(directory, name), path)];
    }),
  );
}

function readAsset(file: string, path: string): CachedResponse {
  const headers = {
    'content-type': getMimeType(file) ?? 'application/octet-stream',
    'cache-control': cachingOf(path),
    ...(ASSET.test(path) ? { 'content-security-policy': LOADS_NOTHING } : {}),
  };
  const br = readIfThere(`${file}.br`);
  const gzip = readIfThere(`${file}.gz`);
  return createCachedResponse(new Uint8Array(readFileSync(file)), headers, {
    ...(br ? { br } : {}),
    ...(gzip ? { gzip } : {}),
  });
}

function cachingOf(path: string): string {
  if (ASSET.test(path)) return 'public, max-age=31536000, immutable';
  // A service worker must be replaceable at once, whatever caches lie in between.
  return path === SERVICE_WORKER ? 'no-cache' : 'public, max-age=3600';
}

function readIfThere(file: string): Uint8Array<ArrayBuffer> | null {
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
}
