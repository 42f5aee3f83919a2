import { afterEach, beforeEach, vi } from 'vitest';
import { onLocked } from '../../app/portal/access/lock-events.ts';
import { createDraftKeeper, type DraftState } from '../../app/portal/drafts/draft-keeper.ts';

/** A request that waits for its answer. */
interface Asked {
  method: string;
  id: string;
  lock: boolean;
  ifMatch: string | undefined;
  title: string | undefined;
  keepalive: boolean;
  answer(status: number, body?: object): Promise<void>;
  fail(): Promise<void>;
}

export let asked: Asked[];
export let states: DraftState[];
export let locked: number;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  states = [];
  locked = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    const url = new URL(path, 'http://localhost');
    const settled = () => vi.advanceTimersByTimeAsync(0).then(() => {});
    asked.push({
      method: init.method ?? 'GET',
      id: url.pathname.split('/').at(-1) ?? '',
      lock: url.searchParams.has('lock'),
      ifMatch: new Headers(init.headers).get('If-Match') ?? undefined,
      title: init.body ? JSON.parse(String(init.body)).title : undefined,
      keepalive: init.keepalive ?? false,
      answer(status, body = {}) {
        resolve(status === 204 ? new Response(null, { status }) : Response.json(body, { status }));
        return settled();
      },
      fail() {
        reject(new TypeError('Failed to fetch'));
        return settled();
      },
    });
    return promise;
  });
  return onLocked(() => {
    locked += 1;
  });
});

afterEach(() => void vi.useRealTimers());

/** A keeper of drafts whose portal is open. */
export function open() {
  const keeper = createDraftKeeper((state) => states.push(state));
  keeper.resume();
  return keeper;
}

export const state = () => states.at(-1);
export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
export const last = () => asked.at(-1) as Asked;
