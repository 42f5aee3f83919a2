import {
  etagOf,
  isFile,
  isForeign,
  isFromSite,
  isOf,
  isPublic,
  tellsOfLetter,
  withoutETag,
} from './answer.ts';
import { limitSilence } from './limit-silence.ts';
import type { FetchEvent, Scope } from './worker-scope.ts';

/**
 * Keeps what was read on a reader's device, for reading offline: the home page, its files, and letters. The
 * network comes first, except for files whose names change with their content, so nothing wrong persists.
 * A network may answer with a page of its own (a captive portal), which is shown, but never cached.
 * Only public responses are cached, and what is no longer public is evicted at the next contact.
 */

/** The same cache as in offline-cache.ts. */
const KEPT = 'kept';
/** Of more letters, those that were fetched longest ago are evicted. */
const MAX_LETTERS = 50;
/** Milliseconds after which a letter is taken from the cache, since the connection may be dead. */
const SILENCE_MS = 5000;

const HOME = '/';
/** As in `isLetterId`; repeated, because not every browser supports imports in workers. */
const LETTER = /^\/(?:api\/letters|letter)\/([\w-]+)$/;
const ASSETS = /\/assets\/[\w.-]+/g;
/** In an attribute, since a letter's title may have an address, too. */
const SCRIPTS = /="\/assets\/[\w.-]+\.js/g;

const worker = self as unknown as Scope;
const wordsOf = (id: string) => `/api/letters/${id}`;
/** If the cache fails, there is still the network. */
const find = (path: string) =>
  caches
    .open(KEPT)
    .then((kept) => kept.match(path))
    .catch(() => undefined);

worker.addEventListener('install', (event) => {
  // With these a page that goes away saves a draft and locks the portal. In Chromium they would wait for this
  // worker, which sleeps after 30 seconds, and be lost with their page before it is awake.
  const last = ['PUT', 'DELETE'];
  event.addRoutes?.(
    last.map((requestMethod) => ({ condition: { requestMethod }, source: 'network' })),
  );
  event.waitUntil(worker.skipWaiting());
});
worker.addEventListener('activate', (event) => {
  // The browser may request a page while this worker is still starting.
  const preload = worker.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([preload, worker.clients.claim()]));
});

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') event.respondWith(visit(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(findOrFetch(event.request, pathname));
  else if (pathname.startsWith('/api/') && LETTER.test(pathname)) {
    event.respondWith(readLetter(event, pathname));
  }
});

/** The last task of `inTurn`. */
let turn: Promise<unknown> = Promise.resolve();
/** Counts the revalidations of the cache. A response that was requested before the last one may be outdated. */
let comparisons = 0;

/** From a page that has reached the site: the addresses that it has used; null to cache the home page alone. */
worker.addEventListener('message', (event) => {
  const done = inTurn(async () => {
    await renew(event.data === null);
    await keepUsed(event.data ?? []);
  });
  event.waitUntil(done);
});

/**
 * Runs tasks one after the other: an answer from before a letter was hidden must not be stored after the one
 * that says so. If a task fails, the next contact begins it again.
 */
function inTurn(act: () => Promise<void>): Promise<unknown> {
  turn = turn.then(act).catch(() => {});
  return turn;
}

/** Without a network, a letter opens on the home page, which says so if its words are not there. */
async function visit(event: FetchEvent, path: string): Promise<Response> {
  let answer = await answerTo(event);
  if (isForeign(answer)) {
    answer = await fetch(event.request, { cache: 'no-cache' }).catch(Response.error);
  }
  if (isFromSite(answer)) return answer;
  const home = await find(HOME);
  const id = LETTER.exec(path)?.[1];
  if (home && id) return Response.redirect(`/#letter-${id}`);
  return home && path === HOME ? home : answer;
}

async function answerTo(event: FetchEvent, init?: RequestInit): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request, init));
  } catch {
    return Response.error();
  }
}

async function findOrFetch(request: Request, path: string): Promise<Response> {
  return (await find(path)) ?? fetchFile(request);
}

/**
 * The browser's own cache may have a captive portal's page in a file's place, for as long as that page likes. It is
 * not passed on: Chromium would not ask again before the tab is closed.
 */
async function fetchFile(file: Request | string): Promise<Response> {
  for (const cache of ['default', 'reload'] as const) {
    const answer = await fetch(file, { cache });
    if (isFile(answer) || !answer.ok) return answer;
  }
  return Response.error();
}

async function readLetter(event: FetchEvent, path: string): Promise<Response> {
  const { inTime, whole, signal } = limitSilence();
  const coming = inTime(answerTo(event, { signal }));
  const begun = comparisons;
  const keep = async (answer: Response) => {
    // An answer from before a letter was hidden must not stay after one that says so, however long its
    // words take to come.
    const isOutdated = () => begun !== comparisons && isPublic(answer);
    if (!isOutdated()) {
      await keepLetter(path, answer);
      if (!isOutdated()) return;
      await (await caches.open(KEPT)).delete(path);
    }
    await inTurn(() => keepUsed([path]));
  };
  // Also an answer that is too late for the reader: it may say that the letter is no longer public.
  event.waitUntil(coming.then(whole).then(keep));
  const first = await Promise.race([coming, silence()]);
  const kept = isFromSite(first) && isOf('json', first) ? undefined : await find(path);
  return kept ?? coming;
}

/** Resolves when a letter should come from the cache instead. */
function silence(): Promise<Response> {
  return new Promise((end) => setTimeout(end, SILENCE_MS, Response.error()));
}

async function keepLetter(path: string, answer: Response): Promise<void> {
  if (!tellsOfLetter(answer)) return;
  const kept = await caches.open(KEPT);
  if (!isPublic(answer)) {
    await kept.delete(path);
    return;
  }
  const changed = async () => etagOf(await kept.match(path)) !== etagOf(answer);
  // The device is full: what cannot be replaced is outdated. All of the answer has come.
  await kept.put(path, answer).catch(async () => (await changed()) && kept.delete(path));
  // In insertion order.
  const letters = await keptLetters(kept);
  for (const old of letters.slice(0, -MAX_LETTERS)) await kept.delete(old);
}

async function keptLetters(kept: Cache): Promise<string[]> {
  const paths = (await kept.keys()).map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => LETTER.test(path));
}

/**
 * The home page has another ETag after every public change, so it tells whether everything else must be
 * revalidated. It is stored after all that, so that an interrupted revalidation begins again next time; and so
 * it does where the home page was cached alone, without its ETag.
 */
async function renew(homeAlone: boolean): Promise<void> {
  const home = await ask(HOME);
  const kept = await caches.open(KEPT);
  const etag = etagOf(await kept.match(HOME));
  if (!isPublic(home) || (etag && etag === etagOf(home))) return;
  comparisons += 1;
  const html = await home.clone().text();
  const named = new Set(html.match(ASSETS));
  const scripts = html.match(SCRIPTS)?.map((attribute) => attribute.slice(2));
  // Every page of the site names its scripts: this one is a captive portal's.
  if (!scripts) return;
  for (const path of homeAlone ? [] : await keptLetters(kept)) {
    const answer = await ask(path);
    // Whether the letter is still public is not known: the next contact revalidates all again.
    if (!tellsOfLetter(answer)) return Promise.reject(answer);
    await keepLetter(path, answer);
  }
  for (const path of scripts) {
    if (await kept.match(path)) continue;
    const answer = await fetchFile(path);
    if (!isFile(answer)) return Promise.reject(answer);
    await kept.put(path, answer);
  }
  await kept.put(HOME, homeAlone ? withoutETag(home) : home).catch(async (full) => {
    const before = (await (await kept.match(HOME))?.text())?.match(/\/letter\/[\w-]+/g);
    // It may be no longer public.
    if (before?.some((letter) => !html.includes(letter))) await kept.delete(HOME);
    throw full;
  });
  // Not before: until then, the earlier home page needs its own.
  for (const request of await kept.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/assets/') && !named.has(pathname)) await kept.delete(request);
  }
}

/** In time, since whoever goes to the same address next waits for this request. */
async function ask(path: string): Promise<Response> {
  const { inTime, whole, signal } = limitSilence();
  return whole(await inTime(fetch(path, { cache: 'no-cache', signal })));
}

/** Caches what a page had used before this worker took over. */
async function keepUsed(addresses: string[]): Promise<void> {
  const kept = await caches.open(KEPT);
  const named = new Set((await (await find(HOME))?.text())?.match(ASSETS));
  const paths = addresses.map((address) => new URL(address, location.href).pathname);
  const ids = new Set(paths.flatMap((path) => LETTER.exec(path)?.[1] ?? []));
  // More letters than are kept would evict each other at every contact.
  const letters = [...ids].slice(-MAX_LETTERS).map(wordsOf);
  for (const path of [...letters, ...paths.filter((one) => named.has(one))]) {
    if (await kept.match(path)) continue;
    if (LETTER.test(path)) await keepLetter(path, await ask(path));
    else {
      const answer = await fetch(path);
      if (isFile(answer)) await kept.put(path, answer);
    }
  }
}
