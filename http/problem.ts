import { PROBLEMS, type ProblemCode } from '#core/errors.ts';

export interface ProblemDetails {
  /** What is wrong with each field that is not right, in words for the person who filled it in. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

/** An error answer: RFC 9457's `application/problem+json` with a stable `code`. */
export function problem(code: ProblemCode, { fields, headers }: ProblemDetails = {}): Response {
  const { status, title } = PROBLEMS[code];
  const body = { title, status, code, ...(fields ? { fields } : {}) };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** For a path that is there, asked with a method that is not. @param allow its methods */
export function methodUnknown(allow: string): () => Response {
  return () => problem('method-unknown', { headers: { Allow: allow } });
}
