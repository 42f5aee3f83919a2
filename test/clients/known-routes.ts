import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const ROUTE =
  /\b(?:routes|app)\.(get|post|put|delete|patch|all|on)\(\s*(?:'([^']+)'|([A-Z_]+)\b)?/g;
const CONSTANT = /\bconst ([A-Z_]+) = '([^']+)'/g;

export interface KnownRoute {
  /** `ALL` where it takes any. */
  method: string;
  /** With `:name` where anything may stand, and `*` for the rest. */
  path: string;
}

/**
 * Every route of the site, read from the source in `http/`, so that a new one is tested without being listed.
 * @throws when one is registered by an expression that cannot be read
 */
export function knownRoutes(): KnownRoute[] {
  const files = globSync('http/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));
  const constants = files.flatMap(({ source }) => constantsIn(source));
  const routes = files.flatMap(({ path, source }) => {
    const nearest = new Map([...constants, ...constantsIn(source)]);
    return [...source.matchAll(ROUTE)].map(([call, method = '', text, name = '']) => {
      const route = text ?? nearest.get(name);
      if (!route?.match(/^[/*]/)) throw new Error(`No path can be read from ${path}: ${call}`);
      return { method: method.toUpperCase(), path: route };
    });
  });
  for (const path of ['/api/session', '/api/portal/letters/:id', '/api/live', '/feed.xml', '*']) {
    if (!routes.some((route) => route.path === path))
      throw new Error(`No route ${path} was found.`);
  }
  return routes;
}

function constantsIn(source: string): [name: string, value: string][] {
  return [...source.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value]);
}
