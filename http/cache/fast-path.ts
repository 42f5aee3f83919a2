import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding } from '../request/accepted-encoding.ts';
import { namesOneHost } from '../security/host-header.ts';
import { encodingFor, etagOf, headersOf, isKnown, type KeptResponse } from './kept-response.ts';
import { makeReady, type ReadyAnswer, type ReadyAnswerNeeds } from './ready-answer.ts';
import type { ResponseCache } from './response-cache.ts';

/** Whoever asks for the same page under ever new names must not fill the memory. */
const MOST_TARGETS = 5000;
const LONGEST_TARGET = 256;

/**
 * Answers what is kept before anything else is asked. It knows nothing of routes: it has seen what
 * was answered to a target, as it stood in the request line, and says the same again, to the byte.
 * All that it is not sure of is left to the site's app, which is less than half as fast. It holds no
 * answer itself: it knows where to find one.
 */
export interface FastPath {
  /** @param find looks up what answers GET and HEAD of a target, if it is kept at the moment */
  learn(target: string, find: Find): void;
  forget(): void;
  /** @returns how many bytes the whole answer has on its connection; 0 when it was not answered */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): number;
}

interface FastPathNeeds extends ReadyAnswerNeeds {
  /** That go with every answer that does not bring its own. */
  securityHeaders: Record<string, string>;
}

type Find = () => KeptResponse | undefined;

/** What is kept in one encoding, as it answers each method, and who has it already. */
interface Prepared {
  etag: string;
  get: ReadyAnswer;
  head: ReadyAnswer;
  known: ReadyAnswer;
}

export function createFastPath(needs: FastPathNeeds): FastPath {
  const targets = new Map<string, Find>();
  /** However many targets lead to an answer, it is prepared once, and goes when the answer goes. */
  const preparations = new WeakMap<KeptResponse, Map<Encoding, Prepared>>();
  const securityHeaders = lowerCased(needs.securityHeaders);

  /** Once it is compressed: whoever asks for it first waits for that elsewhere. */
  function prepare(kept: KeptResponse, encoding: Encoding): Prepared | undefined {
    const body = kept.bodies.get(encoding);
    if (body === undefined || body instanceof Promise) return undefined;
    const headers = { ...securityHeaders, ...headersOf(kept, encoding) };
    const whole = inTurn({ ...headers, 'content-length': String(body.byteLength) });
    const made = {
      etag: etagOf(kept, encoding),
      get: makeReady(200, whole, body, needs),
      head: makeReady(200, whole, null, needs),
      known: makeReady(304, inTurn(headers), null, needs),
    };
    preparations.getOrInsertComputed(kept, () => new Map()).set(encoding, made);
    return made;
  }

  return {
    learn(target, find) {
      if (target.length > LONGEST_TARGET) return;
      if (targets.size >= MOST_TARGETS) targets.clear();
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
      const { etag, get, head, known } = prepared;
      const answer = isKnown(headers['if-none-match'], etag)
        ? known
        : method === 'GET'
          ? get
          : head;
      return answer.send(incoming, outgoing);
    },
  };
}

/** Lets it learn what a cache answers, for as long as that is kept there. */
export function taughtTo(fastPath: FastPath, cache: ResponseCache): ResponseCache {
  return {
    ...cache,
    async respond(request, key, produce) {
      const answer = await cache.respond(request, key, produce);
      if (cache.has(key)) fastPath.learn(targetOf(request), () => cache.find(key));
      return answer;
    },
    clear() {
      const renewing = cache.clear();
      // What is renewed goes on being answered at once. Of all else nothing would be found.
      if (renewing === undefined) fastPath.forget();
      return renewing;
    },
  };
}

/** How a request line asks for this: another that says the same is asking for the same. */
function targetOf({ url }: Request): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/** A request to read something, on a connection that has nothing else to say first. */
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

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** In the order of `Headers`, in which the app sends them. */
function inTurn(headers: Record<string, string>): string[] {
  return Object.entries(headers)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flat();
}
