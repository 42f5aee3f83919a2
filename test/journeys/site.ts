import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LetterJson, LetterSummary } from '#core/letter.ts';
import { readConfig } from '../../config.ts';
import { deduplicatedLog } from '../../http/log/deduplicated-log.ts';
import { jsonLog } from '../../http/log/error-log.ts';
import { loadPages } from '../../http/pages/load-pages.ts';
import { startSite as startInThisProcess } from '../../start-site.ts';
import { openStore } from '../../store/open-store.ts';
import { createOwner, OWNER_NAME, type Owner } from '../clients/owner.ts';
import { KEPT_COMPILED } from '../machine/kept-compiled.ts';
import { freePort } from '../servers/free-port.ts';
import { keepQuickPasswords } from '../site/quick-passwords.ts';
import { complaintOf, type Environment } from '../site/site-process.ts';
import { runSql } from '../stores/run-sql.ts';

const BUILD = join(import.meta.dirname, '../../build');

// For the processes that a site starts.
Object.assign(process.env, KEPT_COMPILED);

/** The real site with a database of its own, and its owner. */
export interface Site extends Pick<Owner, 'send' | 'update' | 'delete' | 'drafts' | 'keepDraft'> {
  url: string;
  /** A letter as whoever has its link gets it. */
  stored(letter: { id: string }): Promise<LetterJson>;
  /** The list that everybody gets. */
  listed(): Promise<LetterSummary[]>;
  /** What it complained about, line by line. */
  complaints(): string[];
  /** Runs a statement on the database file, from outside. */
  database(statement: string): void;
  /** Stops it and starts it again at the same address, with the same letters. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts it in this process, which has loaded its code already: in one of its own, the start took a fifth of the
 * processor time of all journeys. Its owner has the known passwords.
 */
export async function startSite(environment: Environment): Promise<Site> {
  const folder = await siteFolder();
  const PORT = environment.PORT ?? String(await freePort());
  const config = readConfig({ variables: { ...configuration(folder, environment), PORT } });
  const pages = await loadPages(BUILD);
  const complaints: string[] = [];
  const complain = (line: string) => complaints.push(complaintOf(line));

  async function start() {
    const log = deduplicatedLog(jsonLog(complain, { place: 'here', now: Date.now }), () =>
      performance.now(),
    );
    // With its log, which has the database looked through for damage.
    const store = await openStore(config.store, { log });
    await keepQuickPasswords(store);
    const site = await startInThisProcess({
      ...pages,
      config,
      store,
      now: Date.now,
      randomBytes,
      log,
      requestLog: () => {},
    });
    return async () => {
      await site.stop();
      await store.close();
    };
  }

  let stop = await start();
  return {
    ...accessTo(`http://localhost:${PORT}`, folder),
    complaints: () => complaints,
    async restart() {
      await stop();
      stop = await start();
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** An empty folder for a site, to be removed after it. */
export const siteFolder = () => mkdtemp(join(tmpdir(), 'letters-journey-'));

export const databasePath = (folder: string) => join(folder, 'letters.db');

export function configuration(folder: string, environment: Environment): Environment {
  return { DATABASE_URL: `sqlite:${databasePath(folder)}`, OWNER_NAME, ...environment };
}

/** What can be asked of a site that keeps its letters in a folder, wherever it runs. */
export function accessTo(
  url: string,
  folder: string,
): Owner & Pick<Site, 'url' | 'stored' | 'listed' | 'database'> {
  return {
    ...createOwner(url),
    url,
    stored: async ({ id }) => (await fetch(`${url}/api/letters/${id}`)).json(),
    listed: async () => (await (await fetch(`${url}/api/letters`)).json()).letters,
    database: (statement) => runSql(databasePath(folder), statement),
  };
}
