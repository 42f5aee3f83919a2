import { PROBLEMS, type ProblemCode, type StoreUnavailable } from '#core/errors.ts';

interface ProblemDetails {
  /** What is wrong with each invalid field, for the person who filled it in. */
  fields?: Record<string, string>;
  /** What can be done about it, in a sentence or two. */
  detail?: string;
  headers?: Record<string, string>;
}

/** An error answer: RFC 9457's `application/problem+json` with a stable `code`. */
export function problem(code: ProblemCode, details: ProblemDetails = {}): Response {
  const { status } = PROBLEMS[code];
  const headers = { 'Content-Type': PROBLEM_TYPE, ...details.headers };
  return new Response(problemBody(code, details), { status, headers });
}

export const PROBLEM_TYPE = 'application/problem+json';

export function problemBody(code: ProblemCode, { fields, detail }: ProblemDetails = {}): string {
  const { status, title } = PROBLEMS[code];
  return JSON.stringify({ title, status, code, detail, fields });
}

/**
 * The answer to a `StoreUnavailable`.
 * @param code the one to use where the store is neither full nor damaged
 */
export function storeProblem({ kind }: StoreUnavailable, code: ProblemCode): Response {
  // Without Retry-After: somebody has to act first.
  if (kind === 'full') return problem('store-full');
  if (kind === 'damaged') return problem('store-damaged');
  return problem(code, { headers: { 'Retry-After': '5' } });
}

/** Answers 405 where a path has only other methods. @param allow these methods, as in the Allow header */
export function methodNotAllowed(allow: string): () => Response {
  return () => problem('method-unknown', { headers: { Allow: allow } });
}
