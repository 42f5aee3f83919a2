import { setImmediate as nextTurn } from 'node:timers/promises';
import { coalesce } from '#core/coalesce.ts';
import { takeTurns } from '../request/take-turns.ts';
import {
  bufferResponse,
  type CachedResponse,
  compressLike,
  respondFromCache,
  respondUncached,
} from './cached-response.ts';

const MEBIBYTE = 1024 * 1024;
/** Milliseconds for which a stale response may still be served after a change, while it is renewed. */
const LONGEST_RENEWAL_MS = 100;

/**
 * Responses that are the same for every reader, made once per version of what readers see. Only those
 * that are public are cached; a hidden letter's page never is.
 */
export interface ResponseCache {
  /**
   * @param produce makes the response; requests that come meanwhile share it (single flight)
   * @returns null where `produce` made none
   */
  respond<Made extends Response | null>(
    request: Request,
    key: string,
    produce: () => Promise<Made>,
  ): Promise<Answer<Made>>;
  /** A cached response. Counts as a use. */
  find(key: string): CachedResponse | undefined;
  has(key: string): boolean;
  /**
   * Invalidates every response, because what readers see has changed; the one under `renewed` is served
   * stale for a moment.
   * @returns resolves once nothing stale is served any more; undefined when that is so at once
   */
  clear(): Promise<void> | undefined;
  /**
   * The key of a response that is served stale while it is made anew (stale-while-revalidate), so that
   * no reader waits for it. Applies only to a response that was requested since it was made.
   */
  readonly renewed: string;
}

interface ResponseCacheOptions {
  limitBytes?: number;
  renewed?: string;
}

interface Entry {
  response: CachedResponse;
  produce: Produce;
  /** Whether the response was used since it was cached, or since `makeRoom` last passed it. */
  used: boolean;
}

type Answer<Made> = Response | Extract<Made, null>;
type Produce = () => Promise<Response | null>;
type Production = { kept: CachedResponse } | { own: Response | null };

export function createResponseCache(options: ResponseCacheOptions = {}): ResponseCache {
  const { limitBytes = 64 * MEBIBYTE, renewed = '' } = options;
  const kept = new Map<string, Entry>();
  const pending = new Map<string, Promise<Production>>();
  const inTurn = takeTurns();
  let bytes = 0;

  function keep(key: string, response: CachedResponse, produce: Produce): void {
    const added = weight(response);
    if (added > limitBytes) return;
    makeRoom(added);
    kept.set(key, { response, produce, used: false });
    bytes += added;
  }

  function drop(key: string): void {
    const entry = kept.get(key);
    if (entry === undefined) return;
    kept.delete(key);
    bytes -= weight(entry.response);
  }

  /** Second-chance eviction: the oldest goes first, but what was used meanwhile is put to the end once. */
  function makeRoom(needed: number): void {
    // Iteration also visits what is put to the end meanwhile.
    for (const [key, entry] of kept) {
      if (bytes + needed <= limitBytes) return;
      kept.delete(key);
      if (entry.used) kept.set(key, Object.assign(entry, { used: false }));
      else bytes -= weight(entry.response);
    }
  }

  /** Setting a flag costs each request less than keeping an LRU order would. */
  function find(key: string): CachedResponse | undefined {
    const entry = kept.get(key);
    if (entry) entry.used = true;
    return entry?.response;
  }

  /** Starts making a response, which later requests can join. */
  function start(key: string, produce: Produce): Promise<Production> {
    const production = produced(produce);
    pending.set(key, production);
    const finish = (result?: Production) => {
      // Cleared meanwhile: what was begun before a change must not be cached after it.
      if (pending.get(key) !== production) return;
      pending.delete(key);
      if (result && 'kept' in result) keep(key, result.kept, produce);
    };
    production.then(finish, () => finish());
    return production;
  }

  /** Makes the response under `renewed` anew, compressed as well, so that the next request waits for nothing. */
  const renew = coalesce(async () => {
    // Requests that queued up while the change was written go first.
    await nextTurn();
    const before = kept.get(renewed);
    if (before === undefined) return;
    const made = await remade(before).catch(() => null);
    // Cleared or dropped meanwhile: a newer response may be cached by now.
    if (kept.get(renewed) !== before) return;
    drop(renewed);
    if (made) keep(renewed, made, before.produce);
  });

  function renewInTime(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      drop(renewed);
      resolve();
    }, LONGEST_RENEWAL_MS);
    return Promise.race([promise, renew()]).finally(() => clearTimeout(late));
  }

  return {
    async respond<Made extends Response | null>(
      request: Request,
      key: string,
      produce: () => Promise<Made>,
    ) {
      const answer = async () => {
        const ready = find(key);
        if (ready) return respondFromCache(ready, request.headers);
        const joined = pending.get(key);
        const result = await (joined ?? start(key, produce));
        if ('kept' in result) return respondFromCache(result.kept, request.headers);
        // A response that is not public is never shared: each request makes its own.
        const own = joined && result.own ? await produce() : result.own;
        return (own && (await respondUncached(own, request.headers))) as Answer<Made>;
      };
      // Whoever asks for everything that is not cached must not keep waiting those who ask for what is.
      return kept.has(key) || key === renewed ? answer() : inTurn(answer, request.signal);
    },

    renewed,
    find,
    has: (key) => kept.has(key),

    clear() {
      const going = kept.get(renewed);
      kept.clear();
      pending.clear();
      bytes = 0;
      if (!going?.used) return undefined;
      kept.set(renewed, going);
      bytes = weight(going.response);
      return renewInTime();
    },
  };
}

async function produced(produce: Produce): Promise<Production> {
  const response = await produce();
  if (response === null || !isPublic(response)) return { own: response };
  return { kept: await bufferResponse(response) };
}

/** Whether a response is for everyone: status 200, and a `public` Cache-Control. */
export function isPublic({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 200 && /\bpublic\b/.test(headers.get('Cache-Control') ?? '');
}

/** Makes a response again, in the encodings that were requested before; null when it is no longer public. */
async function remade({ response, produce }: Entry): Promise<CachedResponse | null> {
  const made = await produced(produce);
  if (!('kept' in made)) return null;
  // Waiting requests go first, since the compression may take the same processor.
  await nextTurn();
  await compressLike(response, made.kept);
  return made.kept;
}

/** What a cached response takes besides its body, in bytes. */
const OVERHEAD = 3072;

/** The bytes that a response takes. A compressible body counts three times, for its compressed and prebuilt forms. */
function weight({ size, compressible }: CachedResponse): number {
  return (compressible ? size * 3 : size) + OVERHEAD;
}
