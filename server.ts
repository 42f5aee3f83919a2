import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { fileReason } from '#core/file-reason.ts';
import type { Log } from '#core/log.ts';
import type { Store } from '#core/store.ts';
import { nameOfStore, type StoreAddress } from '#core/store-address.ts';
import { createCredentials, type Passwords } from './access/credentials.ts';
import { unusedPasswords } from './access/unused-passwords.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { deduplicatedLog } from './http/log/deduplicated-log.ts';
import { jsonLog, proseLog } from './http/log/error-log.ts';
import { logStream } from './http/log/log-stream.ts';
import { loadPages } from './http/pages/load-pages.ts';
import { maintainWhenIdle } from './idle-maintenance.ts';
import { type RunningSite, startSite } from './start-site.ts';
import { openStore } from './store/open-store.ts';
import { openWhenReachable } from './store/open-when-reachable.ts';
import { lowerBackgroundPriority } from './thread-priority.ts';

/** Runs the site until it is told to stop. */

/** Grace period for stdout to drain before the process is forced to exit. */
const OUTPUT_GRACE_MS = 1000;

try {
  await run();
  setTimeout(() => process.exit(), OUTPUT_GRACE_MS).unref();
} catch (error) {
  if (!(error instanceof OwnerFacingError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function run(): Promise<void> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  const place = nameOfStore(config.store);
  const log = deduplicatedLog(errorLog(place), () => performance.now());
  // The site runs without these lines of `.env`, so the owner has to be told.
  for (const { text, serious } of environment.warnings) if (serious) log(text);
  const pages = await loadPages(join(import.meta.dirname, 'build'));
  const open = () => openStore(config.store, { log });
  const { store, obstacle, opened } = await openWhenReachable(open);
  try {
    // Listens for signals before the first passwords are made: once stored, they must be printed. Whoever reads
    // that may send a signal at once, too.
    const stopped = stopSignal();
    const site = await startSite({
      ...pages,
      config,
      store,
      now: Date.now,
      randomBytes,
      log,
      requestLog: (config.requestLog ?? !process.stdout.isTTY) ? logStream(process.stdout) : null,
    });
    void lowerBackgroundPriority();
    const started = announceStart(site, opened, { config, store, log });
    // The store can become unavailable before it has the passwords, so a signal must end this wait, too.
    if (obstacle === null) await Promise.race([started, stopped]);
    else {
      console.log(`The site is at ${site.url}`);
      console.log(`It cannot reach ${place} (${obstacle}), and keeps trying.`);
    }
    console.log(stopLine());
    const warmUp = () => site.warmUp().catch((error) => log('The site could not warm up.', error));
    // Rejects, and so stops the site, when the store can be reached at last and turns out to be unusable.
    const running = started.then(() => {
      void maintainWhenIdle(warmUp);
      return stopped;
    });
    await Promise.race([running, stopped]);
    await site.stop();
  } finally {
    await store.close();
  }
}

/** Text at a terminal, JSON elsewhere. */
function errorLog(place: string): Log {
  if (process.stderr.isTTY) return proseLog(console.error, place);
  return jsonLog(console.error, { place, now: Date.now });
}

/** Prints where the site is, once the store can be reached. */
async function announceStart(
  { url, madePasswords }: RunningSite,
  opened: Promise<void>,
  { config, store, log }: { config: Config; store: Store; log: Log },
): Promise<void> {
  await opened;
  const made = await madePasswords;
  console.log(`The site is at ${url}`);
  if (made) showPasswords(made, log);
  console.log(`Letters are kept in ${storeLocation(config.store)}`);
  if (!made && process.stdout.isTTY) await warnAboutUnusedPasswords(config, store);
}

/** Says so where they cannot be written, as to a full disk: they are stored, and nobody else knows them. */
function showPasswords(made: Partial<Passwords>, log: Log): void {
  // Without a listener it would end the process.
  process.stdout.on('error', () => {});
  process.stdout.write(passwordLine(made));
  // By itself: where a file has room for a part of the line alone, Node says so only of what comes next.
  process.stdout.write('\n', (error) => {
    if (!error) return;
    const why = fileReason(error);
    log(
      `The first passwords were made, but could not be shown: ${why}. Make new ones: npm run letters -- password`,
    );
  });
}

/** Only at a terminal: on a server the first passwords often stay in the environment for good. */
async function warnAboutUnusedPasswords(config: Config, { records }: Store): Promise<void> {
  try {
    const credentials = createCredentials(records, randomBytes);
    for (const sentence of await unusedPasswords(credentials, config)) console.log(sentence);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** The absolute path at a terminal, where somebody may look for the file. */
function storeLocation(store: StoreAddress): string {
  const whole = process.stdout.isTTY && store.engine === 'sqlite';
  return whole ? resolve(store.path) : nameOfStore(store);
}

/**
 * The first is for programs: scripts/fill-compile-cache.ts and test/site/site-process.ts wait for exactly this
 * line. The former also reads the address of the site.
 */
function stopLine(): string {
  if (!process.stdout.isTTY) return 'Press Ctrl-C to stop.';
  return 'To stop it, press Ctrl and C together; npm start starts it again.';
}

function passwordLine({ mainPassword, alternativePassword }: Partial<Passwords>): string {
  const made = [mainPassword, alternativePassword].filter((password) => password !== undefined);
  const shown = process.stdout.isTTY
    ? 'shown only now, so write down both'
    : 'shown only this once';
  return made.length === 2
    ? `The portal opens with ${made.join(' or ')} (${shown})`
    : `The portal's other password is ${made[0]} (shown only this once)`;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    // The terminal may close while the site goes on. Windows would end it some seconds later, and its port is in
    // use until then.
    process.on('SIGHUP', () => process.platform === 'win32' && resolve());
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
    // The program that started it, by a channel, lets go of it.
    process.once('disconnect', () => resolve());
    // Otherwise the channel would keep a site that has stopped from ending.
    process.channel?.unref();
  });
}
