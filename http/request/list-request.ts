import type { ProblemCode } from '#core/errors.ts';
import { isPosition } from '#core/position.ts';
import { MOST_AT_ONCE } from '#core/site.ts';
import type { PageRequest } from '#core/store.ts';

type ListRequest = { ok: true; page: PageRequest } | { ok: false; code: ProblemCode };

/** Which page of a list is asked for by `?limit=&after=`. @param usual the limit when none is given */
export function readListRequest(query: Record<string, string>, usual: number): ListRequest {
  const { limit = String(usual), after } = query;
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST_AT_ONCE) {
    return { ok: false, code: 'limit-unreadable' };
  }
  if (after !== undefined && !isPosition(after)) return { ok: false, code: 'cursor-unreadable' };
  return { ok: true, page: { limit: Number(limit), after } };
}
