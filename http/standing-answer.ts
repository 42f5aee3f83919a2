import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { answerKept, type KeptResponse } from './kept-response.ts';
import type { ResponseCache } from './response-cache.ts';

/** A cache in which one answer stands while it is made anew. */
export interface StandingCache extends ResponseCache {
  /** Waits until nothing is answered any more that was made before the last change. */
  fresh(): Promise<void>;
}

/**
 * So many ask for the home page that after a change many would wait for it to be rendered and
 * compressed, again and again while its owner is busy. Instead the one before it is answered for
 * those few milliseconds, and it is the owner who waits: a change is answered once every reader who
 * asks sees it. At 50 changes a second half of the readers wait half as long.
 * @param cache keeps everything; its answers fall with every change
 * @param standing the key of the answer; one that nobody has asked for since the last change falls too
 */
export function keepStanding(cache: ResponseCache, standing: string): StandingCache {
  let old: KeptResponse | null = null;
  let asked: { url: string; produce: () => Promise<Response> } | null = null;
  let renewal = Promise.resolve();

  /** Has it made in every form in which the old one was asked for. */
  async function renew(before: KeptResponse, { url, produce }: NonNullable<typeof asked>) {
    try {
      for (const encoding of before.bodies.keys()) {
        // The change has just taken a millisecond or two, and rendering takes another.
        await yieldToOthers();
        if (old !== before) return;
        const request = new Request(url, { headers: { 'Accept-Encoding': encoding } });
        await cache.respond(request, standing, produce);
      }
    } catch {
      // Whoever asks next hears why it cannot be made.
    } finally {
      if (old === before) old = null;
    }
  }

  return {
    ...cache,

    peek: (key) => (key === standing && old) || cache.peek(key),

    async respond(request, key, produce) {
      if (key !== standing) return cache.respond(request, key, produce);
      asked = { url: request.url, produce };
      return old ? answerKept(old, request.headers) : cache.respond(request, key, produce);
    },

    clear() {
      // Where the next change does not wait for the renewal, the answer falls: it must not stand for long.
      old = old === null && asked ? (cache.peek(standing) ?? null) : null;
      cache.clear();
      if (old && asked) renewal = renew(old, asked);
      asked = null;
    },

    async fresh() {
      if (old) await renewal;
    },
  };
}
