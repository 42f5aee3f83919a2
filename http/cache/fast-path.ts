import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding } from '../request/accepted-encoding.ts';
import { namesOneHost } from '../security/host-header.ts';
import { type CachedResponse, encodingFor, etagOf, headersOf, isKnown } from './cached-response.ts';
import {
  type PrebuiltResponse,
  type PrebuiltResponseNeeds,
  prebuildResponse,
} from './prebuilt-response.ts';
import type { ResponseCache } from './response-cache.ts';

/** The same page asked for under ever new query strings must not fill the memory. */
const MAX_TARGETS = 5000;
const LONGEST_TARGET = 256;

/**
 * Answers from the cache before routing. It knows no routes: it remembers which cached response
 * answered a request target, as it stood in the request line, and sends the same bytes again. Whatever
 * is unusual about a request is left to the app, which is less than half as fast. It holds no response
 * itself, only functions that look one up.
 */
export interface FastPath {
  /** @param find looks up the response to GET and HEAD of a target, if it is cached at the moment */
  learn(target: string, find: Find): void;
  forget(): void;
  /** @returns how many bytes the whole response takes on its connection; 0 when the app has to answer */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): number;
}

interface FastPathNeeds extends PrebuiltResponseNeeds {
  /** For every response that does not bring its own; their names in lower case. */
  securityHeaders: Record<string, string>;
}

type Find = () => CachedResponse | undefined;

/** One encoding of a cached response: for GET, for HEAD, and as a 304. */
interface Prepared {
  etag: string;
  get: PrebuiltResponse;
  head: PrebuiltResponse;
  notModified: PrebuiltResponse;
}

export function createFastPath(needs: FastPathNeeds): FastPath {
  const targets = new Map<string, Find>();
  /** Weak: prepared once per cached response, however many targets lead to it, and collected with it. */
  const preparations = new WeakMap<CachedResponse, Map<Encoding, Prepared>>();

  /** @returns undefined while the response is not compressed yet: the app answers then, since it can wait */
  function prepare(kept: CachedResponse, encoding: Encoding): Prepared | undefined {
    const body = kept.bodies.get(encoding);
    if (body === undefined || body instanceof Promise) return undefined;
    const headers = { ...needs.securityHeaders, ...headersOf(kept, encoding) };
    const whole = sortedFlat({ ...headers, 'content-length': String(body.byteLength) });
    const made = {
      etag: etagOf(kept, encoding),
      get: prebuildResponse(200, whole, body, needs),
      head: prebuildResponse(200, whole, null, needs),
      notModified: prebuildResponse(304, sortedFlat(headers), null, needs),
    };
    preparations.getOrInsertComputed(kept, () => new Map()).set(encoding, made);
    return made;
  }

  return {
    learn(target, find) {
      if (target.length > LONGEST_TARGET) return;
      if (targets.size >= MAX_TARGETS) targets.clear();
      targets.set(target, find);
    },

    forget() {
      targets.clear();
    },

    answer(incoming, outgoing) {
      const kept = targets.get(incoming.url ?? '')?.();
      if (kept === undefined || !isPlain(incoming, outgoing)) return 0;
      const { headers, method } = incoming;
      const encoding = encodingFor(kept, headers['accept-encoding'] as string | undefined);
      const prepared = preparations.get(kept)?.get(encoding) ?? prepare(kept, encoding);
      if (prepared === undefined) return 0;
      const { etag, get, head, notModified } = prepared;
      const answer = isKnown(headers['if-none-match'], etag)
        ? notModified
        : method === 'GET'
          ? get
          : head;
      return answer.send(incoming, outgoing);
    },
  };
}

/** A cache that teaches the fast path what it holds, and makes it forget what it clears. */
export function withFastPath(fastPath: FastPath, cache: ResponseCache): ResponseCache {
  return {
    ...cache,
    async respond(request, key, produce) {
      const answer = await cache.respond(request, key, produce);
      if (cache.has(key)) fastPath.learn(targetOf(request), () => cache.find(key));
      return answer;
    },
    clear() {
      const renewing = cache.clear();
      // The same target may lead to another page from now on: a cursor does when its letter is shown again.
      fastPath.forget();
      const { renewed } = cache;
      if (renewing !== undefined) fastPath.learn(renewed, () => cache.find(renewed));
      return renewing;
    },
  };
}

/** The target of a request as its request line has it. */
function targetOf({ url }: Request): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/** Whether a request is a GET or HEAD without a body, and not queued behind another on its connection. */
function isPlain(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { headers, method } = incoming;
  return (
    (method === 'GET' || method === 'HEAD') &&
    outgoing.socket !== null &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    namesOneHost(incoming)
  );
}

/** Names and values in turn, sorted as `Headers` sorts them, so that the bytes equal those of the app. */
function sortedFlat(headers: Record<string, string>): string[] {
  return Object.entries(headers)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flat();
}
