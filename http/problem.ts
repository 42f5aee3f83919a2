import { PROBLEMS, type ProblemCode, type StoreUnavailable } from '#core/errors.ts';

interface ProblemDetails {
  /** What is wrong with each field that is not right, in words for the person who filled it in. */
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
  return JSON.stringify({
    title,
    status,
    code,
    ...(detail ? { detail } : {}),
    ...(fields ? { fields } : {}),
  });
}

/**
 * For what the store could not do.
 * @param code says so where nothing more is known than that
 */
export function storeProblem({ kind }: StoreUnavailable, code: ProblemCode): Response {
  // Neither is over in a few seconds, so nobody is asked to try again by then.
  if (kind === 'full') return problem('store-full');
  if (kind === 'damaged') return problem('store-damaged');
  return problem(code, { headers: { 'Retry-After': '5' } });
}

/** For a path that is there, asked with a method that is not. @param allow its methods */
export function methodUnknown(allow: string): () => Response {
  return () => problem('method-unknown', { headers: { Allow: allow } });
}
