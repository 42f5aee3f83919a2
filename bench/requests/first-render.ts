import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EntryContext, RouterContextProvider, ServerBuild } from 'react-router';
import type { Site } from '#core/site.ts';
import type { Letters } from '#core/store.ts';
import { createResponseCache } from '../../http/cache/response-cache.ts';
import { createSite } from '../../http/pages/create-site.ts';
import { loadPages } from '../../http/pages/load-pages.ts';
import { pageRoutes } from '../../http/pages/pages.ts';
import { createHub } from '../../live/hub.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { inFolder } from '../../test/in-folder.ts';
import { median } from '../../test/quantile.ts';
import { SITE_SETTINGS } from '../../test/site/site-settings.ts';
import { measureFromOwnCore } from '../pinning.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Measured, Row } from '../row.ts';
import { fillDatabase } from '../sample-letters.ts';

const BUILD = join(import.meta.dirname, '../../build');
const HOME = `${SITE_SETTINGS.siteUrl}/`;
const ROUNDS = 15;
/** Changes in a round of each side, each followed by the timed work. */
const CHANGES = 40;
const READERS = 200;
/** Renders after which most of the rendering code has been compiled. */
const NEW = 10;

type Pages = Awaited<ReturnType<typeof openPages>>;
/** Does what should not be timed, and returns the work to be timed. */
type Prepare = () => Promise<() => unknown>;

/** The pages of a site on a database of its own, in this process. */
async function openPages(folder: string) {
  const file = join(folder, 'letters.db');
  await fillDatabase(file, 48);
  const store = await openSqliteStore(file);
  const { letters } = store;
  const hub = await createHub(letters);
  const site = createSite(SITE_SETTINGS, letters, hub, console.error, () => '');
  const cache = createResponseCache();
  hub.onChange(() => cache.clear());
  const pages = await loadPages(BUILD);
  let renders = 0;
  const routes = pageRoutes(cache, {
    render(request, data) {
      renders += 1;
      return pages.render(request, data);
    },
    site,
    letters,
    settings: SITE_SETTINGS,
  });
  return {
    site,
    renders: () => renders,
    change: changer(letters),
    async page(address: string, encoding = 'identity'): Promise<Uint8Array> {
      const headers = { 'Accept-Encoding': encoding };
      const answer = await routes.fetch(new Request(address, { headers }));
      return answer.bytes();
    },
    async [Symbol.asyncDispose]() {
      hub.close();
      await store.close();
    },
  };
}

/** Changes the titles of the first letters in turn, as their owner would. */
function changer(letters: Letters): () => Promise<void> {
  let changes = 0;
  return async () => {
    const { items } = await letters.listAll({ limit: 24 });
    const letter = items[changes % items.length];
    assert(letter?.date);
    changes += 1;
    const text = { ...letter, date: letter.date, title: `lamp window river ${changes}` };
    await letters.update(letter.id, text, Date.now());
  };
}

interface Bare {
  /** The router on its way to the loaders and back, with nothing drawn. */
  load(): Promise<unknown>;
  /** React alone: the same tree, of what the router has loaded before the clock runs. */
  draw: () => Promise<() => string>;
}

async function bareRender(site: Site): Promise<Bare> {
  const { createElement } = await import('react');
  const { renderToString } = await import('react-dom/server');
  const { createRequestHandler, ServerRouter } = await import('react-router');
  const build: ServerBuild = await import(pathToFileURL(join(BUILD, 'server/index.js')).href);
  const { siteContext } = build.entry.module as unknown as {
    siteContext(site: Site): RouterContextProvider;
  };
  let loaded: EntryContext | undefined;
  const keepLoaded = (_: Request, _status: number, _headers: Headers, entry: EntryContext) => {
    loaded = { ...entry };
    delete loaded.serverHandoffStream;
    return new Response();
  };
  const module = { ...build.entry.module, default: keepLoaded };
  const handle = createRequestHandler({ ...build, entry: { module } }, 'production');
  const load = () => handle(new Request(HOME), siteContext(site));
  return {
    load,
    async draw() {
      await load();
      assert(loaded);
      const context = loaded;
      return () => renderToString(createElement(ServerRouter, { context, url: HOME }));
    },
  };
}

/** The median time of the prepared work in a round, in milliseconds. */
async function afterChanges({ change }: Pages, prepare: Prepare): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < CHANGES; at += 1) {
    await change();
    const work = await prepare();
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** Milliseconds of each of the first renders, whose code has not been compiled yet. */
async function firstRenders({ change, page }: Pages): Promise<number[]> {
  const times: number[] = [];
  while (times.length < NEW) {
    await change();
    const begun = performance.now();
    await page(HOME);
    times.push(performance.now() - begun);
  }
  return times;
}

/** Compares what a reader sees: around it, the site has moved styles and scripts. */
function assertSameTree(ours: Uint8Array, bare: string): void {
  const [seen, expected] = [new TextDecoder().decode(ours), bare].map(
    (html) => /<body>.*<\/main>/s.exec(html)?.[0],
  );
  assert(expected);
  assert.equal(seen, expected);
}

async function rendersForAll({ change, page, renders }: Pages): Promise<number> {
  await change();
  const before = renders();
  await Promise.all(Array.from({ length: READERS }, () => page(HOME, 'br')));
  return renders() - before;
}

async function measure(pages: Pages): Promise<Measured> {
  const { site, page } = pages;
  const [first = Number.NaN, ...next] = await firstRenders(pages);
  const { load, draw } = await bareRender(site);
  assertSameTree(await page(HOME), (await draw())());
  const side = (prepare: Prepare) => () => afterChanges(pages, prepare);
  const { bare, ours, compressed, loaded, read } = await interleaved(ROUNDS, {
    bare: side(draw),
    ours: side(async () => () => page(HOME)),
    compressed: side(async () => () => page(HOME, 'br')),
    loaded: side(async () => load),
    read: side(async () => () => site.visibleLetters()),
  });
  const times = (what: string, found: number[]) =>
    ({ what, values: ratios(found, bare), unit: '×' }) as const;
  return {
    figures: [
      { ...times('First render after a change ÷ bare', ours), must: { atMost: 1.25 } },
      times('The same, compressed for the first time ÷ bare', compressed),
      times('Part of it: React Router, including the loaders ÷ bare', loaded),
      times('Part of that: reading the letters from the store ÷ bare', read),
      { what: 'Bare render', values: bare, unit: 'ms' },
      { what: 'The first render of a process', values: [first], unit: 'ms' },
      { what: `The next ${next.length}`, values: next, unit: 'ms' },
      {
        what: `Renders for ${READERS} readers who come at once`,
        values: [await rendersForAll(pages)],
        unit: '',
        must: { atMost: 1 },
      },
    ],
    remarks: [
      'Where the time goes, in bare renders: React 1, the router 0.35, reading the letters and checking their seals 0.25, the two Responses in which the page goes from the router to the site and on to its cache 0.2, the digests of what is inline 0.15, the hydration data’s stream 0.1, joining React’s pieces, which a bare render leaves undone, 0.1, the ETag 0.1, inlining the styles 0.1, and the way through the site’s routes and its cache 0.2. All of it is slower than when each part runs in a loop, for other code has used the processor’s caches meanwhile: the router and the letters together would take half as long. Besides, a processor is slower after waiting for the disk: when the router had just run the same loaders, as it has before the bare render, the page took 2.47 times as long as the bare render, and 2.69 times in the same run when it had not.',
      'Even without React Router between request and tree it would be far above the limit, so there is no second router. Reusing the markup of envelopes that did not change was tried: it saved a fifth, but needed a second way to render an envelope, and was removed.',
      'On a site that is being read nobody waits for this: readers get the previous page until the new one is rendered and compressed (rows change-cost and open-streams).',
    ],
  };
}

export const firstRender: Row = {
  name: 'first-render',
  claim:
    'How long the home page takes after a change, from the request to its bytes (including reading its letters from the store, its data, digests and headers), compared with a bare `renderToString` of the same tree with the letters already loaded.',
  async run() {
    measureFromOwnCore();
    return inFolder(async (folder) => {
      await using pages = await openPages(folder);
      return await measure(pages);
    });
  },
};
