import { openChannel } from '../../ui/open-channel.ts';
import { repeatUntilDone } from '../../ui/repeat-until-done.ts';

/** The messages between the pages of a browser: a session has begun. */
const SESSIONS = '/api/session';
/** Milliseconds. */
const PAUSE_MS = 5000;

let giveUp: (() => void) | null = null;

/**
 * Repeats the request that ends a session until it is answered: otherwise the session would stay open for as
 * long as one does that nobody uses. When another session begins, in this page or in another one, that
 * replaces it, and must not be ended by a request that comes late.
 * @param attempt tells whether it was answered, and never rejects
 */
export function lockUntilAnswered(attempt: () => Promise<boolean>): void {
  giveUp?.();
  const others = openChannel(SESSIONS);
  const end = () => {
    stop();
    others.close();
    if (giveUp === end) giveUp = null;
  };
  const stop = repeatUntilDone(async () => {
    const answered = await attempt();
    if (answered) end();
    return answered;
  }, PAUSE_MS);
  others.onmessage = end;
  giveUp = end;
}

/** To be called before a session is asked for. @returns whether an earlier one could not be ended yet */
export function giveUpLocking(): boolean {
  const isPending = giveUp !== null;
  giveUp?.();
  return isPending;
}

/** Tells the other pages that a session has begun. */
export function announceSession(): void {
  const others = openChannel(SESSIONS);
  others.postMessage(null);
  others.close();
}
