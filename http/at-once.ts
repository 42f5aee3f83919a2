import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding } from './accepted-encoding.ts';
import { encodingFor, etagOf, headersOf, isKnown, type KeptResponse } from './kept-response.ts';
import { namesOneHost } from './own-host.ts';
import type { ResponseCache } from './response-cache.ts';

/** Up to this many bytes a body goes out in one piece with its head, which is quicker: by 3 %. */
const IN_ONE_PIECE = 12 * 1024;
/** Who asks for the same page under ever new names must not fill the memory. */
const MOST_TARGETS = 5000;
const LONGEST_TARGET = 256;

/**
 * Answers what is kept before anything else is asked. It knows nothing of routes: it has seen what
 * was answered to a target, as it stood in the request line, and says the same again, to the byte.
 * All that it is not sure of is left to the site's app, which is less than half as fast. It holds no
 * answer itself: it knows where to find one.
 */
export interface AtOnce {
  /** @param find looks up what answers GET and HEAD of a target, if it is kept at the moment */
  learn(target: string, find: Find): void;
  forget(): void;
  /** @returns how many bytes the whole answer has on its connection; 0 when it was not answered */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): number;
}

type Find = () => KeptResponse | undefined;

/** An answer in one encoding, as Node takes it: names and values of headers in turn. */
interface Prepared {
  etag: string;
  head: string[];
  headWhenKnown: string[];
  body: string | Uint8Array;
  /**
   * How many bytes each form of it has on a connection, once it was sent. The same form always has as
   * many, and to count them each time cost 0.5 µs of 18.
   */
  lengths: Map<string, number>;
  /** Of those that end their connection. */
  lastLengths: Map<string, number>;
}

/** @param securityHeaders that go with every answer that does not bring its own */
export function createAtOnce(securityHeaders: Record<string, string>): AtOnce {
  const targets = new Map<string, Find>();
  /** However many targets lead to an answer, it is prepared once, and goes when the answer goes. */
  const preparations = new WeakMap<KeptResponse, Map<Encoding, Prepared>>();

  /** Once it is compressed: who asks for it first waits for that elsewhere. */
  function prepare(kept: KeptResponse, encoding: Encoding): Prepared | undefined {
    const body = kept.bodies.get(encoding);
    if (body === undefined || body instanceof Promise) return undefined;
    const headers = { ...lowerCased(securityHeaders), ...headersOf(kept, encoding) };
    const made = {
      etag: etagOf(kept, encoding),
      head: inTurn({ ...headers, 'content-length': String(body.byteLength) }),
      headWhenKnown: inTurn(headers),
      body: body.byteLength > IN_ONE_PIECE ? body : Buffer.from(body).toString('latin1'),
      lengths: new Map<string, number>(),
      lastLengths: new Map<string, number>(),
    };
    const prepared = preparations.get(kept) ?? new Map();
    preparations.set(kept, prepared.set(encoding, made));
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
      const { headers } = incoming;
      const encoding = encodingFor(kept, headers['accept-encoding'] as string | undefined);
      const prepared = preparations.get(kept)?.get(encoding) ?? prepare(kept, encoding);
      if (prepared === undefined) return 0;
      const isCurrent = isKnown(headers['if-none-match'], prepared.etag);
      const form = isCurrent ? 'known' : (incoming.method as string);
      const lengths = outgoing.shouldKeepAlive ? prepared.lengths : prepared.lastLengths;
      const length = lengths.get(form);
      if (length !== undefined) {
        send(prepared, form, outgoing);
        return length;
      }
      const { socket } = incoming;
      const before = socket.bytesWritten;
      send(prepared, form, outgoing);
      const sent = socket.bytesWritten - before;
      lengths.set(form, sent);
      return sent;
    },
  };
}

/** @param form a method, or `known` when the reader has it already */
function send({ head, headWhenKnown, body }: Prepared, form: string, outgoing: ServerResponse) {
  if (form === 'known') outgoing.writeHead(304, headWhenKnown).end();
  else if (form === 'HEAD') outgoing.writeHead(200, head).end();
  else outgoing.writeHead(200, head).end(body, 'latin1');
}

/** Lets it learn what a cache answers, for as long as that is kept there. */
export function taughtTo<Cache extends ResponseCache>(atOnce: AtOnce, cache: Cache): Cache {
  return {
    ...cache,
    async respond(request, key, produce) {
      const answer = await cache.respond(request, key, produce);
      if (cache.has(key)) atOnce.learn(targetOf(request), () => cache.find(key));
      return answer;
    },
    clear() {
      // Whoever asks next comes by the cache again, which so hears of what is asked for.
      atOnce.forget();
      return cache.clear();
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
