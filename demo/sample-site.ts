import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { midnightUtc } from '#core/date.ts';
import { OwnerFacingError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { ImportedLetter, Store } from '#core/store.ts';
import { type Config, readConfig, readEnvironment } from '../config.ts';
import { loadPages } from '../http/pages/load-pages.ts';
import { type RunningSite, startSite } from '../start-site.ts';
import { openMemoryStore } from '../store/sqlite/sqlite-store.ts';
import { OWNER, SAMPLE_LETTERS, type SampleLetter, TITLE } from './letters.ts';

const BUILD = join(import.meta.dirname, '../build');

export const PASSWORD = 'lamplight';
/** Variables that are ignored: a demonstration has its own address, and its own letters in memory. */
const NOT_TAKEN = [
  ...['SITE_URL', 'HOST', 'TRUST_PROXY', 'DATABASE_URL', 'DATABASE_LISTEN_URL'],
  'LETTER_LANGUAGE',
];

/** The owner's choices (name, colour, seal) apply to the demonstration, too. */
export function demoConfig(): Config {
  const given = Object.entries(readEnvironment().variables).filter(
    ([name, value]) => value !== '' && !NOT_TAKEN.includes(name),
  );
  const variables = {
    OWNER_NAME: OWNER,
    SITE_TITLE: TITLE,
    ...Object.fromEntries(given),
    MAIN_PASSWORD: PASSWORD,
    ALTERNATIVE_PASSWORD: 'candlelight',
  };
  return readConfig({ variables });
}

interface SampleSiteNeeds {
  config: Config;
  log: Log;
  letters?: readonly SampleLetter[];
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface SampleSite extends RunningSite {
  store: Store;
}

/**
 * A whole site in memory, with letters. If its port is in use, it chooses another.
 * @throws OwnerFacingError when it cannot listen
 */
export async function startSampleSite(needs: SampleSiteNeeds): Promise<SampleSite> {
  const { config, log, letters = SAMPLE_LETTERS, now = Date.now } = needs;
  const store = await openMemoryStore({ now });
  await store.letters.importAll(letters.map(imported(config.ownerName)), now());
  const start = async (port: number) =>
    startSite({
      ...(await loadPages(BUILD)),
      config: { ...config, port },
      store,
      log,
      randomBytes,
      now,
      requestLog: null,
    });
  const site = await start(config.port).catch((error) => {
    if (!isPortTaken(error)) throw error;
    return start(0);
  });
  await site.madePasswords;
  return { ...site, store };
}

const imported =
  (owner: string) =>
  ({ hidden = false, signature = owner, ...letter }: SampleLetter): ImportedLetter => ({
    ...letter,
    hidden,
    signature,
    createdAt: midnightUtc(letter.date),
    updatedAt: null,
    origin: null,
  });

function isPortTaken(error: unknown): boolean {
  if (!(error instanceof OwnerFacingError)) return false;
  return (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
}
