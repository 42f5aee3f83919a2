import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LetterJson, LetterSummary } from '#core/letter.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { createOwner, MAIN_PASSWORD, OWNER_NAME, type Owner } from '../owner.ts';
import { keepQuickPasswords } from '../quick-passwords.ts';
import { runSql } from '../run-sql.ts';
import { type Environment, startSiteProcess } from '../site-process.ts';

/** The real site in a process of its own, with a database of its own, and its owner. */
export interface Site extends Pick<Owner, 'send' | 'update' | 'delete' | 'drafts' | 'keepDraft'> {
  url: string;
  /** A letter as whoever has its link gets it. */
  stored(letter: { id: string }): Promise<LetterJson>;
  /** The list that everybody gets. */
  listed(): Promise<LetterSummary[]>;
  /** What it wrote to the terminal at its first start. */
  terminal: string;
  /** What it complained about, line by line. */
  complaints(): string[];
  /** Runs a statement on the database file, from outside. */
  database(statement: string): void;
  /** Stops it and starts it again at the same address, with the same letters. */
  restart(): Promise<void>;
  /** Kills it without warning; `startAgain` brings it back at the same address. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSite(environment: Environment): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'letters-journey-'));
  const databasePath = join(folder, 'letters.db');
  const configuration = {
    DATABASE_URL: `sqlite:${databasePath}`,
    OWNER_NAME,
    ...environment,
  };
  if (environment.MAIN_PASSWORD === MAIN_PASSWORD) await keepPasswords(databasePath);
  let running = await startSiteProcess(configuration, folder);
  const url = running.address;
  const earlier: string[] = [];

  async function startAgain() {
    earlier.push(...running.complaints());
    running = await startSiteProcess({ ...configuration, PORT: new URL(url).port }, folder);
  }

  return {
    ...createOwner(url),
    url,
    stored: async ({ id }) => (await fetch(`${url}/api/letters/${id}`)).json(),
    listed: async () => (await (await fetch(`${url}/api/letters`)).json()).letters,
    terminal: running.terminal(),
    complaints: () => [...earlier, ...running.complaints()],
    database: (statement) => runSql(databasePath, statement),
    async restart() {
      await running.stop();
      await startAgain();
    },
    kill: () => running.kill(),
    startAgain,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function keepPasswords(databasePath: string): Promise<void> {
  const store = await openSqliteStore(databasePath);
  await keepQuickPasswords(store);
  await store.close();
}
