interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface InstallEvent extends ExtendableEvent {
  /** Missing in browsers other than Chromium, and before its version 123. */
  addRoutes?(routes: { condition: { requestMethod: string }; source: 'network' }[]): Promise<void>;
}

export interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** What a service worker is given. TypeScript's own types are those of pages. */
export interface Scope {
  addEventListener(kind: 'install', act: (event: InstallEvent) => void): void;
  addEventListener(kind: 'activate', act: (event: ExtendableEvent) => void): void;
  addEventListener(kind: 'fetch', act: (event: FetchEvent) => void): void;
  addEventListener(
    kind: 'message',
    act: (event: ExtendableEvent & { data: string[] | null }) => void,
  ): void;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
}
