import { answerKept, type KeptResponse, keepResponse } from './kept-response.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Answers that are the same for every reader, made once per version of what readers see. Kept are
 * only those with status 200 whose Cache-Control says `public`; a hidden letter's page never is.
 */
export interface ResponseCache {
  /** @param produce makes the answer; requests that come meanwhile wait for the same one */
  respond(request: Request, key: string, produce: () => Promise<Response>): Promise<Response>;
  /** What is kept, if it is. Whoever finds it uses it. */
  find(key: string): KeptResponse | undefined;
  has(key: string): boolean;
  /** What readers see has changed: forgets everything. */
  clear(): void;
}

interface Entry {
  response: KeptResponse;
  /** Since room was last looked for. */
  used: boolean;
}

type Production = { kept: KeptResponse } | { own: Response };

export function createResponseCache(limitBytes = 64 * MEBIBYTE): ResponseCache {
  const kept = new Map<string, Entry>();
  const pending = new Map<string, Promise<Production>>();
  let bytes = 0;

  function keep(key: string, response: KeptResponse): void {
    const added = weight(response);
    if (added > limitBytes) return;
    makeRoom(added);
    kept.set(key, { response, used: false });
    bytes += added;
  }

  /** The oldest goes first, but what has been used meanwhile is put behind all others once. */
  function makeRoom(needed: number): void {
    // A map gives what is set meanwhile, too, in the order in which it was set.
    for (const [key, entry] of kept) {
      if (bytes + needed <= limitBytes) return;
      kept.delete(key);
      if (entry.used) kept.set(key, { ...entry, used: false });
      else bytes -= weight(entry.response);
    }
  }

  /** A mark costs the many who ask less than a place in an order. */
  function find(key: string): KeptResponse | undefined {
    const entry = kept.get(key);
    if (entry) entry.used = true;
    return entry?.response;
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
      const ready = find(key);
      if (ready) return answerKept(ready, request.headers);
      const joined = pending.get(key);
      const result = await (joined ?? start(key, produce));
      if ('kept' in result) return answerKept(result.kept, request.headers);
      // What is not for everyone is made for each who asks.
      return joined ? produce() : result.own;
    },

    find,
    has: (key) => kept.has(key),

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

/** In bytes: the body, and where it has compressed forms as much again for them and what is ready to be sent. */
function weight({ size, compressible }: KeptResponse): number {
  return (compressible ? size * 3 : size) + OVERHEAD;
}
