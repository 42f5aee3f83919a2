import { setImmediate as nextTurn } from 'node:timers/promises';
import { coalesce } from './coalesce.ts';
import {
  answerKept,
  answerOnce,
  compressLike,
  type KeptResponse,
  keepResponse,
} from './kept-response.ts';

const MEBIBYTE = 1024 * 1024;
/** Milliseconds that an answer from before a change may still be given while it is made anew. */
const LONGEST_RENEWAL = 100;

/**
 * Answers that are the same for every reader, made once per version of what readers see. Kept are
 * only those with status 200 whose Cache-Control says `public`; a hidden letter's page never is.
 */
export interface ResponseCache {
  /**
   * @param produce makes the answer; requests that come meanwhile wait for the same one
   * @returns null where that made nothing
   */
  respond<Made extends Response | null>(
    request: Request,
    key: string,
    produce: () => Promise<Made>,
  ): Promise<Answer<Made>>;
  /** What is kept, if it is. Whoever finds it uses it. */
  find(key: string): KeptResponse | undefined;
  has(key: string): boolean;
  /**
   * What readers see has changed: forgets everything, or all but what is renewed.
   * @returns settles once nothing is given any more that was begun before; undefined: that is so now
   */
  clear(): Promise<void> | undefined;
}

interface ResponseCacheOptions {
  limitBytes?: number;
  /**
   * The key of an answer that is given as it was, after a change, until it has been made anew, so that
   * nobody waits for that. Only when somebody asked for it since it was made.
   */
  renewed?: string;
}

interface Entry {
  response: KeptResponse;
  produce: Produce;
  /** Since room was last looked for. */
  used: boolean;
}

type Answer<Made> = Response | Extract<Made, null>;
type Produce = () => Promise<Response | null>;
type Production = { kept: KeptResponse } | { own: Response | null };

export function createResponseCache(options: ResponseCacheOptions = {}): ResponseCache {
  const { limitBytes = 64 * MEBIBYTE, renewed = '' } = options;
  const kept = new Map<string, Entry>();
  const pending = new Map<string, Promise<Production>>();
  let bytes = 0;

  function keep(key: string, response: KeptResponse, produce: Produce): void {
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

  /** The oldest goes first, but what has been used meanwhile is put behind all others once. */
  function makeRoom(needed: number): void {
    // A map gives what is set meanwhile, too, in the order in which it was set.
    for (const [key, entry] of kept) {
      if (bytes + needed <= limitBytes) return;
      kept.delete(key);
      if (entry.used) kept.set(key, Object.assign(entry, { used: false }));
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
  function start(key: string, produce: Produce): Promise<Production> {
    const production = produced(produce);
    pending.set(key, production);
    const finish = (result?: Production) => {
      // Cleared meanwhile: what was begun before a change is not kept after it.
      if (pending.get(key) !== production) return;
      pending.delete(key);
      if (result && 'kept' in result) keep(key, result.kept, produce);
    };
    production.then(finish, () => finish());
    return production;
  }

  /** Compressed, too: whoever comes next waits for nothing. */
  const renew = coalesce(async () => {
    // Who came while the change was being written has waited long enough.
    await nextTurn();
    const before = kept.get(renewed);
    if (before === undefined) return;
    const made = await remade(before).catch(() => null);
    // Was it forgotten meanwhile, others may know more by now.
    if (kept.get(renewed) !== before) return;
    drop(renewed);
    if (made) keep(renewed, made, before.produce);
  });

  function renewInTime(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      drop(renewed);
      resolve();
    }, LONGEST_RENEWAL);
    return Promise.race([promise, renew()]).finally(() => clearTimeout(late));
  }

  return {
    async respond<Made extends Response | null>(
      request: Request,
      key: string,
      produce: () => Promise<Made>,
    ) {
      const ready = find(key);
      if (ready) return answerKept(ready, request.headers);
      const joined = pending.get(key);
      const result = await (joined ?? start(key, produce));
      if ('kept' in result) return answerKept(result.kept, request.headers);
      // What is not for everyone is made for everyone who asks.
      const own = joined && result.own ? await produce() : result.own;
      return (own && (await answerOnce(own, request.headers))) as Answer<Made>;
    },

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
  const isPublic = /\bpublic\b/.test(response?.headers.get('Cache-Control') ?? '');
  if (response?.status !== 200 || !isPublic) return { own: response };
  return { kept: await keepResponse(response) };
}

/** What answers the same, made now, in the encodings that were asked for. */
async function remade({ response, produce }: Entry): Promise<KeptResponse | null> {
  const made = await produced(produce);
  if (!('kept' in made)) return null;
  // Who came meanwhile waits no longer: the compression may take the same processor.
  await nextTurn();
  await compressLike(response, made.kept);
  return made.kept;
}

/** What keeping an answer costs besides its body, in bytes. */
const OVERHEAD = 3072;

/** In bytes: the body, and where it has compressed forms as much again for them and what is ready to be sent. */
function weight({ size, compressible }: KeptResponse): number {
  return (compressible ? size * 3 : size) + OVERHEAD;
}
