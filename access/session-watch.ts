import { StoreUnavailable } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { SessionState, Sessions } from './sessions.ts';

/** Milliseconds between two polls: a session that was closed elsewhere is noticed within this time. */
const POLL_EVERY_MS = 500;

/** Why a watch ended; `stopping`: the site stops, and the session may well go on. */
type SessionEnd = Exclude<SessionState, 'open'> | 'stopping';

/** Tells when sessions end, whoever ended them. Watching does not keep them open. */
export interface SessionWatch {
  /** @returns ends the watch, without calling `ended` */
  watch(token: string, ended: (end: SessionEnd) => void): () => void;
  /** Polls at once, after a session was closed here. Never rejects: what goes wrong is logged. */
  poll(): Promise<void>;
  /** Ends every watch. */
  close(): void;
}

interface SessionWatchNeeds {
  sessions: Pick<Sessions, 'state'>;
  /** For errors other than `StoreUnavailable`. */
  log: Log;
}

export function createSessionWatch({ sessions, log }: SessionWatchNeeds): SessionWatch {
  const watched = new Map<string, Set<(end: SessionEnd) => void>>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function end(token: string, how: SessionEnd): void {
    const listeners = watched.get(token) ?? [];
    watched.delete(token);
    stopIfIdle();
    for (const ended of listeners) ended(how);
  }

  async function check(token: string): Promise<void> {
    try {
      const found = await sessions.state(token);
      if (found !== 'open') end(token, found);
    } catch (error) {
      // A store that is away says nothing about the session.
      if (error instanceof StoreUnavailable) return;
      log('A session could not be checked.', error);
    }
  }

  async function poll(): Promise<void> {
    await Promise.all([...watched.keys()].map(check));
  }

  function startPolling(): NodeJS.Timeout {
    let polling = false;
    return setInterval(async () => {
      // A slow store must not be asked faster than it answers.
      if (polling) return;
      polling = true;
      await poll();
      polling = false;
    }, POLL_EVERY_MS);
  }

  function stopIfIdle(): void {
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(token, ended) {
      if (closed) {
        ended('stopping');
        return () => {};
      }
      const listeners = watched.getOrInsertComputed(token, () => new Set()).add(ended);
      timer ??= startPolling();
      return () => {
        listeners.delete(ended);
        if (listeners.size === 0 && watched.get(token) === listeners) watched.delete(token);
        stopIfIdle();
      };
    },

    poll,

    close() {
      closed = true;
      for (const token of [...watched.keys()]) end(token, 'stopping');
    },
  };
}
