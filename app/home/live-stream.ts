import type { LetterSummary } from '#core/letter.ts';
import { type News, openEventSource } from './event-source.ts';

/** Names the lock on the one stream of a browser, and the channel on which its news is passed on. */
const SHARED = '/api/live';

interface LiveStream {
  /** The number of the last change that the list contains; without it, the list is read again. */
  after: number | undefined;
  onShown(letter: LetterSummary): void;
  onWithdrawn(id: string): void;
  /** Changes may have been missed. */
  onDoubt(): void;
}

/** Where the tab that has the stream stands; one that stands elsewhere has missed something. */
interface Stand {
  kind: 'stand';
  seq: number | undefined;
}

/** What tabs say to each other. */
type Said = News | Stand | { kind: 'ask' };

/**
 * Listens to what becomes visible and what is withdrawn, for as long as the page is looked at. All
 * tabs of a browser share one stream: whichever holds the lock has it and passes on what it hears.
 * When that one goes, the next goes on from the last number that it knows itself. A tab that nobody
 * sees neither listens nor has the stream, for the browser may put it to sleep at any moment.
 * @returns stops listening
 */
export function openLiveStream({ after, onShown, onWithdrawn, onDoubt }: LiveStream): () => void {
  let last = after;
  let leave: (() => void) | undefined;

  /** Each change is taken once, from whichever side it comes. */
  function hear(said: News | Stand) {
    const { kind, seq } = said;
    const known = kind === 'stand' ? seq === last : (seq ?? 0) <= (last ?? -1);
    if (known && kind !== 'reset') return;
    last = seq ?? last;
    if (kind === 'shown') onShown(JSON.parse(said.data));
    else if (kind === 'withdrawn') onWithdrawn(JSON.parse(said.data).id);
    else onDoubt();
  }

  function join(): () => void {
    const channel = openChannel();
    const leaving = new AbortController();
    const { signal } = leaving;
    const say = (said: Said) => channel.postMessage(said);
    const stand = () => say({ kind: 'stand', seq: last });
    let leads = false;

    /** Has the stream until this tab leaves. */
    function lead(): Promise<void> {
      if (signal.aborted) return Promise.resolve();
      leads = true;
      stand();
      const tell = (news: News) => {
        hear(news);
        say(news);
      };
      const opened = () => {
        // What happened before that, nobody knows.
        if (last === undefined) tell({ kind: 'reset' });
      };
      const close = openEventSource(() => last, tell, opened);
      return new Promise((resolve) => {
        signal.onabort = () => {
          close();
          resolve();
        };
      });
    }

    channel.onmessage = ({ data: said }: MessageEvent<Said>) => {
      if (said.kind !== 'ask') hear(said);
      else if (leads) stand();
    };
    say({ kind: 'ask' });
    // Where there are no locks, as on a site without https or without cookies, each tab has a stream of
    // its own.
    if (navigator.locks) navigator.locks.request(SHARED, { signal }, lead).catch(lead);
    else lead();

    return () => {
      leaving.abort();
      channel.close();
    };
  }

  const look = () => {
    if (document.hidden) {
      leave?.();
      leave = undefined;
    } else leave ??= join();
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    leave?.();
  };
}

/** Firefox has no channels where its user forbids cookies: nobody is at the other end of this port. */
function openChannel(): BroadcastChannel | MessagePort {
  try {
    return new BroadcastChannel(SHARED);
  } catch {
    return new MessageChannel().port1;
  }
}
