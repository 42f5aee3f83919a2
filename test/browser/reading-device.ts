/** A reader's browser as a service worker sees it: its events, its cache and the network. */
interface ReadingDevice {
  /** The globals of a worker. */
  globals: Record<string, unknown>;
  /** The paths that the worker has asked the site for. */
  asked: string[];
  /** The response to a page's request, as soon as the page has it: the worker may have more to do about it. */
  get(path: string): Promise<Response>;
  /** The response to a reader's navigation. @param preloaded what the browser has asked for itself meanwhile */
  visit(path: string, preloaded?: Response): Promise<Response>;
  /**
   * A page has reached the site; done when the worker has no more to do.
   * @param used the paths that the page says it has used; null: the home page is not cached
   */
  contact(used?: string[] | null): Promise<void>;
  /** The words that are kept under a path once the worker has no more to do; null when nothing is. */
  kept(path: string): Promise<string | null>;
  /** The browser evicts a path from the cache. */
  forget(path: string): Promise<void>;
  loseNetwork(): void;
  /** Replaces an older worker by this one. @returns what it asks the browser to do */
  replaceWorker(): Promise<string[]>;
}

type Handler = (event: object) => void;

const HERE = new URL('https://letters.example/');
const pathOf = (asked: string | { url: string }) =>
  new URL(typeof asked === 'string' ? asked : asked.url, HERE).pathname;

/** @param site answers what the worker asks for */
export function createDevice(
  site: (path: string, init?: RequestInit) => Promise<Response>,
): ReadingDevice {
  const handlers = new Map<string, Handler>();
  const asked: string[] = [];
  const steps: string[] = [];
  /** What the worker has begun, and the browser waits for. */
  const tasks: Promise<unknown>[] = [];
  const cache = createCache();
  let online = true;
  /** For the test's own requests, which have absolute addresses. */
  const { fetch } = globalThis;

  async function ask(request: string | { url: string }, init?: RequestInit): Promise<Response> {
    const path = pathOf(request);
    if (!online) throw new TypeError('Failed to fetch');
    asked.push(path);
    return site(path, init);
  }

  /** Tells the worker of something. @returns settles once it has done what it does about it */
  async function tell(kind: string, event: object): Promise<void> {
    const begun = tasks.length;
    const waitUntil = (task: Promise<unknown>) => tasks.push(task);
    handlers.get(kind)?.({ ...event, waitUntil });
    await Promise.all(tasks.slice(begun));
  }

  async function idle(): Promise<void> {
    for (let done = 0; done < tasks.length; done += 1) await tasks[done];
  }

  function come(path: string, mode: string, preloaded?: Response): Promise<Response> {
    const request = { method: 'GET', mode, url: new URL(path, HERE).href };
    const { promise, resolve } = Promise.withResolvers<Response>();
    // Whatever else the worker does about it may fail, as in a browser.
    const preloadResponse = Promise.resolve(preloaded);
    tell('fetch', { request, preloadResponse, respondWith: resolve }).catch(() => {});
    return promise;
  }

  return {
    asked,
    globals: {
      self: {
        addEventListener: (kind: string, handler: Handler) => handlers.set(kind, handler),
        clients: { claim: async () => steps.push('claim') },
        registration: {},
        skipWaiting: async () => steps.push('skipWaiting'),
      },
      caches: { open: async () => cache.forWorker },
      fetch: (request: string | { url: string }, init?: RequestInit) =>
        String(request).startsWith('http') ? fetch(request as string, init) : ask(request, init),
      location: HERE,
    },
    get: (path) => come(path, 'cors'),
    visit: (path, preloaded) => come(path, 'navigate', preloaded),
    contact: (used = []) => tell('message', { data: used }),
    async kept(path) {
      await idle();
      return cache.text(path);
    },
    async forget(path) {
      await idle();
      await cache.forWorker.delete(path);
    },
    loseNetwork() {
      online = false;
    },
    async replaceWorker() {
      for (const kind of ['install', 'activate']) await tell(kind, {});
      return steps;
    },
  };
}

/** The parts of the Cache API that the worker uses. Keeps insertion order. */
function createCache() {
  const answers = new Map<string, Response>();
  const forWorker = {
    async match(path: string) {
      return answers.get(pathOf(path))?.clone();
    },
    async put(path: string, answer: Response) {
      // As in browsers: it is there once all of it has come.
      const whole = new Response(await answer.arrayBuffer(), answer);
      answers.delete(pathOf(path));
      answers.set(pathOf(path), whole);
    },
    async delete(path: string | Request) {
      return answers.delete(pathOf(path));
    },
    async keys() {
      return [...answers.keys()].map((path) => new Request(new URL(path, HERE)));
    },
  };
  const text = async (path: string) => (await answers.get(path)?.clone().text()) ?? null;
  return { forWorker, text };
}
