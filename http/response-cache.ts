import { answerKept, type KeptResponse, keepResponse } from './kept-response.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Answers that are the same for every reader, made once per version of what readers see. Kept are
 * only those with status 200 whose Cache-Control says `public`; a hidden letter's page never is.
 */
export interface ResponseCache {
  /** @param produce makes the answer; requests that come meanwhile wait for the same one */
  respond(request: Request, key: string, produce: () => Promise<Response>): Promise<Response>;
  /** What is kept, if it is; asking so does not count as using it. */
  peek(key: string): KeptResponse | undefined;
  /** What readers see has changed: forgets everything. */
  clear(): void;
}

type Production = { kept: KeptResponse } | { own: Response };

export function createResponseCache(limitBytes = 64 * MEBIBYTE): ResponseCache {
  const kept = new Map<string, KeptResponse>();
  const pending = new Map<string, Promise<Production>>();
  let bytes = 0;

  function keep(key: string, response: KeptResponse): void {
    if (weight(response) > limitBytes) return;
    kept.set(key, response);
    bytes += weight(response);
    // A map remembers the order of insertion, and a hit inserts anew: the first is the least used.
    for (const [oldest, old] of kept) {
      if (bytes <= limitBytes) break;
      kept.delete(oldest);
      bytes -= weight(old);
    }
  }

  /** Starts a production that those who come later can join. */
  function start(key: string, produce: () => Promise<Response>): Promise<Production> {
    const production = produced(produce);
    pending.set(key, production);
    const finish = (result?: Production) => {
      // Cleared meanwhile: what was begun before a change is not kept after it.
      if (pending.get(key) !== production) return;
      pending.delete(key);
      if (result && 'kept' in result) keep(key, result.kept);
    };
    production.then(finish, () => finish());
    return production;
  }

  return {
    async respond(request, key, produce) {
      const ready = kept.get(key);
      if (ready) {
        kept.delete(key);
        kept.set(key, ready);
        return answerKept(ready, request.headers);
      }
      const joined = pending.get(key);
      const result = await (joined ?? start(key, produce));
      if ('kept' in result) return answerKept(result.kept, request.headers);
      // What is not for everyone is made for each who asks.
      return joined ? produce() : result.own;
    },

    peek: (key) => kept.get(key),

    clear() {
      kept.clear();
      pending.clear();
      bytes = 0;
    },
  };
}

async function produced(produce: () => Promise<Response>): Promise<Production> {
  const response = await produce();
  const isPublic = /\bpublic\b/.test(response.headers.get('Cache-Control') ?? '');
  if (response.status !== 200 || !isPublic) return { own: response };
  return { kept: await keepResponse(response) };
}

/** What keeping an answer costs besides its body, in bytes. */
const OVERHEAD = 3072;

/** In bytes: the body, as much again for its compressed forms and for what is ready to be sent. */
function weight({ size }: KeptResponse): number {
  return size * 3 + OVERHEAD;
}
