import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN_PASSWORD } from '../../test/clients/owner.ts';
import type { GuardedSite } from './guarded-site.ts';

/** Headers of a guess: its claimed origin, and its cookies. */
export type Headers = Record<string, string>;

interface Reply {
  status: number;
  /** Seconds, of a guess that was refused. */
  retryAfter: number;
  cookies: string[];
}

/** What became of many guesses. */
interface Tally {
  sent: number;
  /** When each evaluated guess was sent, by the site's clock. */
  evaluated: number[];
  refused: number;
  /** The statuses of answers that are neither. */
  strange: number[];
  /** How often the site could not be reached. */
  unanswered: number;
}

/** Milliseconds within which 99 of 100 front pages must arrive meanwhile. */
export const PAGE_MARK_MS = 200;

const AT_ONCE = 16;
const RETRY_MS = 50;

export async function tryPassword(
  { address }: GuardedSite,
  password: string,
  headers: Headers = {},
): Promise<Reply> {
  const response = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: address, ...headers },
    body: JSON.stringify({ password }),
  });
  await response.arrayBuffer();
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('Retry-After')),
    cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''),
  };
}

/** The owner's browser unlocks the portal for the first time, while nothing is going on. */
export async function firstUnlock(site: GuardedSite): Promise<{ cookie: string }> {
  const { status, cookies } = await tryPassword(site, MAIN_PASSWORD);
  if (status !== 204) throw new Error(`The portal answered ${status} in peace.`);
  return { cookie: cookies[1] ?? '' };
}

/** Guesses that go on and on, until told to stop. */
export interface Attack extends AsyncDisposable {
  tally: Tally;
  /** Resolves once so many more have been answered. */
  more(count: number): Promise<void>;
  /** Does work while no guess is being sent. */
  between(work: () => void): Promise<void>;
  stop(): Promise<void>;
}

/** @param headersOf the guess of this number */
export function attack(site: GuardedSite, headersOf: (at: number) => Headers): Attack {
  const tally: Tally = { sent: 0, evaluated: [], refused: 0, strange: [], unanswered: 0 };
  let stopped = false;
  let next = 0;
  let busy = 0;
  let held = Promise.resolve();
  const waiting = new Set<() => void>();

  async function guess(at: number): Promise<void> {
    while (!stopped) {
      const sentAt = Date.now() + site.passed;
      const reply = await tryPassword(site, `guess ${at}`, headersOf(at)).catch(() => null);
      if (reply === null) {
        tally.unanswered += 1;
        await sleep(RETRY_MS);
        continue;
      }
      tally.sent += 1;
      if (reply.status === 401) tally.evaluated.push(sentAt);
      else if (reply.status === 429) tally.refused += 1;
      else tally.strange.push(reply.status);
      for (const look of waiting) look();
      return;
    }
  }

  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (!stopped) {
      await held;
      busy += 1;
      await guess(next++);
      busy -= 1;
    }
  });

  async function stop(): Promise<void> {
    stopped = true;
    await Promise.all(workers);
  }

  return {
    tally,
    more(count) {
      const goal = tally.sent + count;
      return new Promise((resolve) => {
        const look = () => {
          if (tally.sent < goal) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
    async between(work) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      while (busy > 0) await sleep(1);
      work();
      resolve();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The most that fall within one hour. @param times in milliseconds */
export function busiestHour(times: number[]): number {
  const HOUR = 60 * 60_000;
  const within = (start: number) => times.filter((at) => at >= start && at < start + HOUR).length;
  return Math.max(0, ...times.map(within));
}
