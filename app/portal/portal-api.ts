import { PROBLEMS, type ProblemCode } from '#core/errors.ts';
import type { FieldFaults } from '#core/letter.ts';
import { announceSession, giveUpLocking, lockUntilAnswered } from './access/late-lock.ts';
import { emitLocked } from './access/lock-events.ts';

/** A request that the server refused, by a stable code, or did not answer (`offline`). */
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

/** Timeouts in milliseconds. Letters may be long, and networks slow; the short one is for small requests. */
export const TIMEOUT_MS = 60_000;
export const SHORT_TIMEOUT_MS = 15_000;

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** A field that the site's answer has; none where it answers 204. */
  brings?: string;
  /** As in `fetch`: outlives the page. It has no timeout, since nothing waits for it. */
  keepalive?: boolean;
  /** Milliseconds. */
  timeout?: number;
}

/** Counts the sessions of this page, to tell a refusal of the current one from that of an earlier one. */
let unlocks = 0;
/** Whether this page has ended its session itself: a refusal for that is no news. */
let isLockedHere = false;
/** Whether the last attempt to unlock has brought a session, which this page has not ended since. */
let lastUnlock = Promise.resolve(false);

/** The requests under way that only read, to cancel them. */
const reads = new Set<AbortController>();

/** The request that locked the portal last. Its answer clears the cookie, also one that came before it. */
let locking: Promise<unknown> = Promise.resolve();

/** Sends a request that locks the portal, and outlives the page. */
export async function callAndLock(request: Omit<Call, 'keepalive' | 'timeout'>): Promise<void> {
  isLockedHere = true;
  lastUnlock = Promise.resolve(false);
  const done = call<void>({ ...request, keepalive: true });
  locking = done.catch(() => {});
  await done;
}

/**
 * Sends a request and reads the answer. Rejects with `PortalRefusal` when that is no success, or does not come
 * in time; the request may have succeeded all the same.
 */
export async function call<Answer>(request: Call): Promise<Answer> {
  const before = unlocks;
  const { method, path, body, headers, brings, keepalive = false, timeout = TIMEOUT_MS } = request;
  // As in fetch-in-time.ts, not from the browser's cache.
  const init: RequestInit = { method, keepalive, cache: 'no-cache', headers: { ...headers } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...headers, 'Content-Type': 'application/json' };
  }
  return inTime(keepalive ? null : timeout, method, async (signal) => {
    const response = await fetch(path, { ...init, signal }).catch(unanswered);
    if (!response.ok) {
      const refusal = await refusalIn(response);
      if (!isLocked(refusal) || isLockedHere) throw refusal;
      if (before === unlocks) emitLocked();
      // An earlier session has ended. Not again with `keepalive`: such a request may lock the portal.
      else if (!keepalive) return call(request);
      throw refusal;
    }
    return answerIn(response, brings);
  });
}

/** A network may answer in place of the site: what does not look like its answer is none. */
async function answerIn(response: Response, field: Call['brings']) {
  if (field === undefined && response.status === 204) return undefined;
  const answer = await response.json().catch(unanswered);
  return field !== undefined && answer?.[field] !== undefined ? answer : unanswered(answer);
}

/** @param timeout milliseconds until it is given up, also in the middle of an answer; null for none */
async function inTime<T>(
  timeout: number | null,
  method: Call['method'] | 'HEAD',
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const given = new AbortController();
  if (method === 'GET' || method === 'HEAD') reads.add(given);
  const timer = timeout === null ? undefined : setTimeout(() => given.abort(), timeout);
  try {
    return await ask(given.signal);
  } finally {
    clearTimeout(timer);
    reads.delete(given);
  }
}

/** Gives up what the portal still reads when it is closed: nobody waits for it, and it would soon be refused. */
export function giveUpReading(): void {
  for (const read of reads) read.abort();
}

function unanswered(cause: unknown): never {
  throw Object.assign(new PortalRefusal('offline', 'The site did not answer.'), { cause });
}

async function refusalIn(response: Response): Promise<PortalRefusal> {
  const problem = (await response.json().catch(() => null)) ?? {};
  // Also where a server in front of the site says so: it has not passed on what it found too large.
  const code = response.status === 413 ? 'body-too-large' : problem.code;
  const known = PROBLEMS[code as ProblemCode];
  const wait = Number(response.headers.get('Retry-After'));
  return new PortalRefusal(
    // A gateway has codes of its own, which do not say whether the site has done what was asked.
    known ? code : 'unexpected',
    problem.detail ?? known?.title ?? problem.title ?? `The server answered ${response.status}.`,
    problem.fields,
    wait > 0 ? wait : null,
  );
}

/**
 * @returns to be called when its portal is closed by then: ends the session, unless that of a later attempt is
 * open, which has the same cookie
 */
export async function unlock(password: string): Promise<() => Promise<void>> {
  const begun = beginSession(password);
  const own = begun.then(
    () => true,
    () => false,
  );
  lastUnlock = own;
  await begun;
  return async () => {
    if (lastUnlock === own || !(await lastUnlock)) lock();
  };
}

async function beginSession(password: string): Promise<void> {
  const path = '/api/session';
  const wasOpen = giveUpLocking();
  await Promise.race([locking, new Promise((over) => setTimeout(over, SHORT_TIMEOUT_MS))]);
  try {
    await call({ method: 'POST', path, body: { password }, timeout: SHORT_TIMEOUT_MS });
  } catch (error) {
    // No session has begun that would replace the earlier one.
    if (wasOpen) lock();
    throw error;
  }
  announceSession();
  unlocks += 1;
  isLockedHere = false;
}

/** Ends the session: where the site cannot be reached, as soon as it can, if the page is still open then. */
export function lock(): void {
  lockUntilAnswered(async () => {
    try {
      await callAndLock({ method: 'DELETE', path: '/api/session' });
      return true;
    } catch (error) {
      console.error('The portal could not be locked.', error);
      // Also when a proxy answered in place of the site. Any answer of the site takes the session's cookie away.
      return !isRefusal(error, 'offline') && !isRefusal(error, 'unexpected');
    }
  });
}

/** The stream that tells when the session ends. */
export const LOCK_STREAM = '/api/portal/live';

/** Whether the session has surely ended. Asking does not keep it open. */
export async function isSessionOver(): Promise<boolean> {
  const method = 'HEAD';
  const response = await inTime(SHORT_TIMEOUT_MS, method, (signal) =>
    fetch(LOCK_STREAM, { method, signal }),
  ).catch(() => null);
  // Not of a proxy that asks for a password of its own.
  return response?.status === 401 && /problem/.test(response.headers.get('Content-Type') ?? '');
}
