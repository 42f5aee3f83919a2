import { type KnownRoute, knownRoutes } from '../../test/clients/known-routes.ts';

/** Counts the answers of each route, to tell whether requests ever reached it. */
interface AnsweredRoutes {
  /** @param method of the request, which need not be the route's */
  count(route: KnownRoute, method: string, status: number): void;
  /** Routes that never succeeded, and refusals that never occurred. */
  faults(): string[];
}

/** Refusals of well-formed requests, which only come after all other checks. */
const REFUSALS = [409, 422];

export function countAnswers(): AnsweredRoutes {
  const statuses = new Map<string, Set<number>>();
  return {
    count(route, method, status) {
      if (route.method !== 'ALL' && route.method !== method) return;
      const name = nameOf(route);
      statuses.set(name, (statuses.get(name) ?? new Set()).add(status));
    },
    faults() {
      const answered = (route: KnownRoute) => [...(statuses.get(nameOf(route)) ?? [])];
      const idle = knownRoutes().filter((route) => !answered(route).some(rightFor(route)));
      const all = [...statuses.values()].flatMap((each) => [...each]);
      return [
        ...idle.map((route) => `${nameOf(route)} only answered ${answered(route)}.`),
        ...REFUSALS.filter((status) => !all.includes(status)).map(
          (status) => `None got ${status}.`,
        ),
      ];
    },
  };
}

/** A route for all methods only says that it takes none of them, or that nothing is there. */
function rightFor({ method }: KnownRoute): (status: number) => boolean {
  if (method === 'ALL') return (status) => status === 404 || status === 405;
  return (status) => (status >= 200 && status < 300) || status === 304;
}

function nameOf({ method, path }: KnownRoute): string {
  return `${method} ${path}`;
}
