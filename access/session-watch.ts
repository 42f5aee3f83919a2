import { StoreUnavailable } from '#core/errors.ts';
import type { SessionState, Sessions } from './sessions.ts';

/** Milliseconds. A session that was closed elsewhere is noticed after this. */
const LOOK_EVERY = 500;

/** Why a watch ended; `stopping`: the site stops, and the session may well go on. */
type SessionEnd = Exclude<SessionState, 'open'> | 'stopping';

/** Tells when sessions end, whoever ended them. Watching does not keep them open. */
export interface SessionWatch {
  /** @returns ends the watch without a word */
  watch(token: string, ended: (end: SessionEnd) => void): () => void;
  /** Looks at once, when a session was closed here. Never rejects: what goes wrong is logged. */
  look(): Promise<void>;
  /** Ends every watch. */
  close(): void;
}

interface SessionWatchNeeds {
  sessions: Pick<Sessions, 'state'>;
  /** Is told of what should not be. */
  log: (message: string, cause: unknown) => void;
}

export function createSessionWatch({ sessions, log }: SessionWatchNeeds): SessionWatch {
  const watched = new Map<string, Set<(end: SessionEnd) => void>>();
  let clock: NodeJS.Timeout | undefined;
  let closed = false;

  function end(token: string, how: SessionEnd): void {
    const listeners = watched.get(token) ?? [];
    watched.delete(token);
    rest();
    for (const ended of listeners) ended(how);
  }

  async function lookAt(token: string): Promise<void> {
    try {
      const found = await sessions.state(token);
      if (found !== 'open') end(token, found);
    } catch (error) {
      // A store that is away says nothing about the session: doubt is not an end.
      if (error instanceof StoreUnavailable) return;
      log('Whether a session is still open could not be found out.', error);
    }
  }

  async function look(): Promise<void> {
    await Promise.all([...watched.keys()].map(lookAt));
  }

  function lookAgainAndAgain(): NodeJS.Timeout {
    let looking = false;
    return setInterval(async () => {
      // A slow store must not be asked faster than it answers.
      if (looking) return;
      looking = true;
      await look();
      looking = false;
    }, LOOK_EVERY);
  }

  function rest(): void {
    if (watched.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  }

  return {
    watch(token, ended) {
      if (closed) {
        ended('stopping');
        return () => {};
      }
      const listeners = watched.getOrInsertComputed(token, () => new Set()).add(ended);
      clock ??= lookAgainAndAgain();
      return () => {
        listeners.delete(ended);
        if (listeners.size === 0 && watched.get(token) === listeners) watched.delete(token);
        rest();
      };
    },

    look,

    close() {
      closed = true;
      for (const token of [...watched.keys()]) end(token, 'stopping');
    },
  };
}
