import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LetterJson } from '#core/letter.ts';
import type { Store } from '#core/store.ts';
import { type Config, readConfig } from '../../config.ts';
import { loadPages } from '../../http/pages/load-pages.ts';
import { noteBeginning } from '../../live/own-numbers.ts';
import { type RunningSite, startSite } from '../../start-site.ts';
import { imported } from '../../store/contract/engine.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { type EventReader, readEvents } from '../clients/event-reader.ts';
import {
  ALTERNATIVE_PASSWORD,
  KNOWN_PASSWORDS,
  MAIN_PASSWORD,
  OWNER_NAME,
} from '../clients/owner.ts';
import { runSql } from '../stores/run-sql.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { keepQuickPasswords } from './quick-passwords.ts';
import { toldLate } from './told-late.ts';

const BUILD = join(import.meta.dirname, '../../build');

export { ALTERNATIVE_PASSWORD, MAIN_PASSWORD, OWNER_NAME };

interface LetterInput {
  title?: unknown;
  date?: unknown;
  content?: unknown;
  signature?: unknown;
  hidden?: unknown;
}

/** The whole site on a real database file and a real port, in this process. */
export interface TestSite {
  /** Where it listens. */
  address: string;
  /** Its origin, which every request that changes something must come from. */
  url: string;
  store: Store;
  databasePath: string;
  /** The errors that it has logged: each message with its cause. */
  complaints: { message: string; cause: unknown }[];
  /** What it wrote down of every request, as text and line by line. */
  requestLog(): string;
  requests(): Record<string, unknown>[];
  madePasswords: Awaited<RunningSite['madePasswords']>;
  /** How often a page was rendered. */
  renders(): number;
  /** How many requests the fast path answered (http/cache/fast-path.ts). */
  answeredFast(): number;
  /** Moves the clock, in milliseconds. */
  wait(milliseconds: number): void;
  /** A request as it is given. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A request as a page of the site makes it, with a body of JSON if there is one. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** The same, from the open portal. */
  asOwner: TestSite['call'];
  /** Opens a session and gives its cookie. */
  unlock(password?: string): Promise<string>;
  /** Sends a letter as the owner. */
  send(letter?: LetterInput): Promise<LetterJson>;
  /** Changes, or deletes, one of its letters. Like `send`, these reject when the site refuses. */
  update(letter: LetterInput & { id: string }, change?: LetterInput): Promise<LetterJson>;
  delete(letter: { id: string }): Promise<void>;
  /** Listens to the live stream. @param after resumes behind this change */
  events(after?: number): Promise<EventReader>;
  /** Runs a statement on the database file from outside. */
  database(statement: string): void;
  /** Stops and starts again on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A letter that is right, with what a test wants different about it. */
export function letterInput(difference: LetterInput = {}): LetterInput {
  return { title: 'A title', content: 'Some words.', ...difference };
}

/** Keeps so many undated letters, of the ids `id-0` and on. */
export async function importMany({ store }: TestSite, count: number): Promise<void> {
  const undated = (_: unknown, at: number) =>
    imported({ id: `id-${at}`, date: null, createdAt: null });
  await store.letters.importAll(Array.from({ length: count }, undated), 0);
}

/** Every letter that a site keeps, as the portal lists them. */
export async function storedLetters(site: TestSite): Promise<LetterJson[]> {
  const response = await site.asOwner('GET', '/api/portal/letters?limit=100');
  return ((await response.json()) as { letters: LetterJson[] }).letters;
}

/**
 * @param environment what is configured differently
 * @param options.beside a site to share the database of
 * @param options.hears resolves when it may hear of changes; without it, it hears of each at once
 */
export async function createTestSite(
  environment: Record<string, string> = {},
  { beside, hears }: { beside?: TestSite; hears?: Promise<void> } = {},
): Promise<TestSite> {
  const databasePath = beside?.databasePath ?? join(temporaryFolder(), 'letters.db');
  const variables = {
    PORT: '0',
    OWNER_NAME,
    DATABASE_URL: `sqlite:${databasePath}`,
    ...KNOWN_PASSWORDS,
    ...environment,
  };
  const config: Config = readConfig({ variables });
  const known =
    config.mainPassword === MAIN_PASSWORD && config.alternativePassword === ALTERNATIVE_PASSWORD;
  const pages = await loadPages(BUILD);

  let waited = 0;
  let renders = 0;
  let cookie: string | null = null;
  const now = () => Date.now() + waited;
  const complaints: TestSite['complaints'] = [];
  let requestLog = '';

  async function start() {
    const store = await openSqliteStore(databasePath, { now });
    if (known) await keepQuickPasswords(store);
    // So that tests can say which number a change has.
    await noteBeginning(store.records, 0);
    const starting = startSite({
      config,
      store: hears ? toldLate(store, hears) : store,
      ...pages,
      render(request, data) {
        renders += 1;
        return pages.render(request, data);
      },
      now,
      randomBytes,
      log: (message, cause) => complaints.push({ message, cause }),
      requestLog(lines) {
        requestLog += lines;
      },
      // However busy the machine is, it is the card itself that is looked at.
      cardTimeout: 60_000,
    });
    const site = await starting.catch(async (error) => {
      await store.close();
      throw error;
    });
    return { store, site };
  }
  let running: Awaited<ReturnType<typeof start>> | null = await start();
  const current = () => {
    if (!running) throw new Error('The site is stopped.');
    return running;
  };

  const testSite: TestSite = {
    get address() {
      return `http://127.0.0.1:${current().site.port}`;
    },
    get url() {
      return current().site.url;
    },
    get store() {
      return current().store;
    },
    databasePath,
    complaints,
    requestLog: () => requestLog,
    requests: () =>
      requestLog
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    madePasswords: await running.site.madePasswords,
    renders: () => renders,
    answeredFast: () => current().site.answeredFast(),
    wait(milliseconds) {
      waited += milliseconds;
    },
    fetch: (path, init = {}) => fetch(testSite.address + path, { redirect: 'manual', ...init }),
    call: (method, path, body, headers = {}) =>
      testSite.fetch(path, {
        method,
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async asOwner(method, path, body, headers = {}) {
      cookie ??= await testSite.unlock();
      return testSite.call(method, path, body, { Cookie: cookie, ...headers });
    },
    async unlock(password = MAIN_PASSWORD) {
      const response = await testSite.call('POST', '/api/session', { password });
      const set = response.headers.get('Set-Cookie');
      if (!set) throw new Error(`The portal stayed locked: ${await response.text()}`);
      return set.split(';')[0] ?? '';
    },
    async send(letter) {
      const response = await testSite.asOwner('POST', '/api/portal/letters', letterInput(letter));
      if (!response.ok) throw new Error(await response.text());
      return response.json() as Promise<LetterJson>;
    },
    async update(letter, change = {}) {
      const path = `/api/portal/letters/${letter.id}`;
      const response = await testSite.asOwner('PUT', path, { ...letter, ...change });
      if (!response.ok) throw new Error(await response.text());
      return response.json() as Promise<LetterJson>;
    },
    async delete({ id }) {
      const response = await testSite.asOwner('DELETE', `/api/portal/letters/${id}`);
      if (!response.ok) throw new Error(await response.text());
    },
    async events(after) {
      const path = after === undefined ? '/api/live' : `/api/live?after=${after}`;
      const reader = await readEvents(await testSite.fetch(path));
      onTestFinished(() => reader.close());
      return reader;
    },
    database: (statement) => runSql(databasePath, statement),
    async restart() {
      await testSite.stop();
      running = await start();
    },
    async stop() {
      if (!running) return;
      const { site, store } = running;
      running = null;
      await site.stop();
      await store.close();
    },
  };
  onTestFinished(() => testSite.stop());
  return testSite;
}
