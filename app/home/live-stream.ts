import type { LetterSummary } from '#core/letter.ts';
import { openChannel } from '../ui/open-channel.ts';
import { type News, openEventSource } from './event-source.ts';

/** The name of the lock on the one stream of a browser, and of the channel that shares its events. */
const SHARED = '/api/live';

interface LiveStream {
  /** The number of the last change that this tab knows of, which each event moves on. */
  known: { current: number };
  onShown(letter: LetterSummary): void;
  onWithdrawn(id: string): void;
  /** Changes may have been missed. */
  onDoubt(): void;
}

/** The last change that the tab with the stream knows of; a tab that knows another has missed something. */
interface Stand {
  kind: 'stand';
  seq: number;
}

/** The messages between tabs. */
type Said = News | Stand | { kind: 'ask' };

/**
 * Listens to what becomes visible and what is withdrawn, while the page is visible. All tabs of a
 * browser share one stream: the tab that holds the lock (the leader) opens it and broadcasts its events.
 * When the leader goes, the next one resumes from the last number that it knows itself. A hidden tab
 * neither listens nor leads, for the browser may freeze it at any moment.
 * @returns stops listening
 */
export function openLiveStream({ known, onShown, onWithdrawn, onDoubt }: LiveStream): () => void {
  /** Leaves the shared stream; undefined while the page is hidden. */
  let leave: (() => void) | undefined;

  /** Each change is handled once, whether it comes from the stream or from the channel. */
  function hear(said: News | Stand) {
    const { kind, seq } = said;
    const isKnown = kind === 'stand' ? seq === known.current : seq <= known.current;
    if (isKnown && kind !== 'reset') return;
    known.current = seq;
    if (kind === 'shown') onShown(JSON.parse(said.data));
    else if (kind === 'withdrawn') onWithdrawn(JSON.parse(said.data).id);
    else onDoubt();
  }

  function join(): () => void {
    const channel = openChannel(SHARED);
    const leaving = new AbortController();
    const { signal } = leaving;
    const say = (said: Said) => channel.postMessage(said);
    const stand = () => say({ kind: 'stand', seq: known.current });
    let leads = false;
    /** Whether this tab has heard how far the leader is. */
    let knowsStand = false;

    /** Holds the stream until this tab leaves. Rejects in a hardened browser that has no streams. */
    async function lead(): Promise<void> {
      if (signal.aborted) return;
      leads = true;
      stand();
      const tell = (news: News) => {
        hear(news);
        say(news);
      };
      const close = openEventSource(() => known.current, tell);
      return new Promise((resolve) => {
        signal.onabort = () => {
          close();
          resolve();
        };
      });
    }

    channel.onmessage = ({ data: said }: MessageEvent<Said>) => {
      if (said.kind === 'ask') {
        if (leads) stand();
        return;
      }
      // Earlier changes may have been told before this tab came: the stand, which it asked for, shows whether.
      knowsStand ||= said.kind === 'stand';
      if (knowsStand || said.kind === 'reset') hear(said);
    };
    say({ kind: 'ask' });
    // Without Web Locks (no https, or cookies forbidden) each tab has a stream of its own.
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
