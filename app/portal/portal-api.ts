import type { ProblemCode } from '#core/errors.ts';
import type { FieldFaults, LetterJson, LetterText } from '#core/letter.ts';

/** What the server refused, by its stable code; `offline` when it could not be asked at all. */
export class PortalRefusal extends Error {
  readonly code: string;
  readonly fields: FieldFaults;
  /** Seconds to wait before the next attempt, when the server says so. */
  readonly retryAfter: number | null;

  constructor(
    code: string,
    title: string,
    fields: FieldFaults = {},
    retryAfter: number | null = null,
  ) {
    super(title);
    this.name = 'PortalRefusal';
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

export function isRefusal(error: unknown, code: ProblemCode | 'offline'): boolean {
  return error instanceof PortalRefusal && error.code === code;
}

/** The session has ended: the password must be asked for again. */
export function isLocked(error: unknown): boolean {
  return isRefusal(error, 'session-missing');
}

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Let it finish though the page is going away. */
  keepalive?: boolean;
  /** Take it for lost after so many milliseconds. */
  patience?: number;
}

/** Rejects with `PortalRefusal` when the server does not answer with a success. */
export async function call(request: Call): Promise<Response> {
  const { method, path, body, headers, keepalive, patience } = request;
  const init: RequestInit = { method, headers: { ...headers } };
  if (patience) init.signal = AbortSignal.timeout(patience);
  if (keepalive) init.keepalive = true;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...headers, 'Content-Type': 'application/json' };
  }
  const response = await fetch(path, init).catch((cause) => {
    throw Object.assign(new PortalRefusal('offline', 'The site could not be reached.'), { cause });
  });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  const wait = Number(response.headers.get('Retry-After'));
  throw new PortalRefusal(
    problem.code ?? 'unexpected',
    problem.detail ?? problem.title ?? `The server answered ${response.status}.`,
    problem.fields,
    wait > 0 ? wait : null,
  );
}

export async function unlock(password: string): Promise<void> {
  await call({ method: 'POST', path: '/api/session', body: { password } });
}

export async function lock(): Promise<void> {
  await call({ method: 'DELETE', path: '/api/session', keepalive: true });
}

/** The stream that tells when the session ends. */
export const LOCK_NEWS = '/api/portal/live';

/** Whether the session has surely ended. Asking does not keep it open. */
export async function isSessionOver(): Promise<boolean> {
  const response = await fetch(LOCK_NEWS, { method: 'HEAD' }).catch(() => null);
  return response?.status === 401;
}

export interface ListRequest {
  limit: number;
  /** The cursor of an earlier answer. */
  after?: string | undefined;
  /** Words that the letters have; empty for all letters. */
  sought: string;
}

export async function listLetters(
  request: ListRequest,
): Promise<{ letters: LetterJson[]; next: string | null }> {
  const { limit, after, sought } = request;
  const query = new URLSearchParams({ limit: String(limit) });
  if (after) query.set('after', after);
  if (sought) query.set('q', sought);
  return (await call({ method: 'GET', path: `/api/portal/letters?${query}` })).json();
}

export async function readLetter(id: string): Promise<LetterJson> {
  return (await call({ method: 'GET', path: `/api/portal/letters/${id}` })).json();
}

/** @param idempotencyKey the same for every attempt to send the same words */
export async function sendLetter(letter: LetterText, idempotencyKey: string): Promise<LetterJson> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  const path = '/api/portal/letters';
  return (await call({ method: 'POST', path, body: letter, headers })).json();
}

export async function updateLetter(
  { id, version }: Pick<LetterJson, 'id' | 'version'>,
  letter: LetterText,
): Promise<LetterJson> {
  const headers = { 'If-Match': `"${version}"` };
  const path = `/api/portal/letters/${id}`;
  return (await call({ method: 'PUT', path, body: letter, headers })).json();
}

export async function deleteLetter(id: string): Promise<void> {
  await call({ method: 'DELETE', path: `/api/portal/letters/${id}` });
}
