import { useEffect } from 'react';
import { isSessionOver, LOCK_STREAM } from '../portal-api.ts';
import { emitLocked } from './lock-events.ts';

const RETRY_MS = 10_000;

/**
 * Hears at once when the session ends elsewhere: closed, too old, or its password changed. It
 * listens only while the page can be seen, since a browser opens few streams to one site at a time.
 */
export function useLockStream(unlocked: boolean): void {
  useEffect(() => {
    if (!unlocked) return;
    let stream: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;

    function listen() {
      clearTimeout(timer);
      stream?.close();
      // Without it, as in a hardened browser, the next request tells.
      if (document.visibilityState === 'hidden' || !window.EventSource) return;
      const opened = new EventSource(LOCK_STREAM);
      opened.addEventListener('locked', () => lookAgain(0));
      opened.addEventListener('error', () => {
        // After a break the browser comes back by itself, but not after an answer that is no stream.
        if (opened.readyState === EventSource.CLOSED && stream === opened) lookAgain(RETRY_MS);
      });
      stream = opened;
    }

    /** Another tab of this browser may have unlocked meanwhile: its session cookie is ours, too. */
    async function lookAgain(delay: number) {
      stream?.close();
      const over = await isSessionOver();
      if (stopped) return;
      // One of several answers may have set the timer already: it would be lost, and never cleared.
      clearTimeout(timer);
      if (over) emitLocked();
      else timer = setTimeout(listen, delay);
    }

    listen();
    document.addEventListener('visibilitychange', listen);
    return () => {
      stopped = true;
      clearTimeout(timer);
      stream?.close();
      document.removeEventListener('visibilitychange', listen);
    };
  }, [unlocked]);
}
