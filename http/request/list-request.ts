import type { ProblemCode } from '#core/errors.ts';
import { isPosition } from '#core/position.ts';
import { MAX_AT_ONCE } from '#core/site.ts';
import type { PageRequest } from '#core/store.ts';

type ListRequest = { ok: true; page: PageRequest } | { ok: false; code: ProblemCode };

/**
 * Which page of a list is asked for by `?limit=&after=`; what is empty counts as not given. Whoever asks for
 * more letters than are given at once gets as many as there can be, and the cursor to the rest.
 * @param usual the limit when none is given
 */
export function readListRequest(query: Record<string, string>, usual: number): ListRequest {
  const limit = query.limit || String(usual);
  if (!/^\d+$/.test(limit) || Number(limit) < 1) return { ok: false, code: 'limit-unreadable' };
  const after = query.after || undefined;
  if (after !== undefined && !isPosition(after)) return { ok: false, code: 'cursor-unreadable' };
  return { ok: true, page: { limit: Math.min(Number(limit), MAX_AT_ONCE), after } };
}
