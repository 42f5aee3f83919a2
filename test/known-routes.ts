import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ROUTE = /\b(?:routes|app)\.(get|post|put|delete|patch|all)\(\s*'([^']+)'/g;

export interface KnownRoute {
  /** `ALL` where it takes any. */
  method: string;
  /** With `:name` where anything may stand, and `*` for the rest. */
  path: string;
}

/** Every route of the site, read from the source in `http/`, so that a new one is tested without being listed. */
export function knownRoutes(): KnownRoute[] {
  const files = globSync('http/**/*.ts', { cwd: ROOT }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const routes = files.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(ROUTE)].map(
      ([, method = '', route = '']) => ({ method: method.toUpperCase(), path: route }),
    ),
  );
  for (const path of ['/api/session', '/api/portal/letters/:id', '/api/live', '*']) {
    if (!routes.some((route) => route.path === path))
      throw new Error(`No route ${path} was found.`);
  }
  return routes;
}
