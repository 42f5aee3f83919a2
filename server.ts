import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Passwords } from './access/credentials.ts';
import { readConfig } from './config.ts';
import { OwnerFacingError } from './core/errors.ts';
import { nameOfStore } from './core/store-address.ts';
import { loadRender } from './http/load-render.ts';
import { type RunningSite, startSite } from './start-site.ts';
import { openStore } from './store/open-store.ts';

/** Runs the site until it is told to stop. */

const BUILD = join(import.meta.dirname, 'build');

try {
  await run();
} catch (error) {
  if (!(error instanceof OwnerFacingError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function run(): Promise<void> {
  const config = readConfig();
  const render = await loadRender(join(BUILD, 'server/index.js'));
  const store = await openStore(config.store);
  try {
    const site = await startSite({
      config,
      store,
      render,
      clientDirectory: join(BUILD, 'client'),
      now: Date.now,
      randomBytes,
      log: (message, cause) => console.error(message, cause),
    });
    // Whoever reads that it runs may tell it to stop at once.
    const stopped = toldToStop();
    announce(site, nameOfStore(config.store));
    await stopped;
    await site.stop();
  } finally {
    await store.close();
  }
}

function announce({ url, madePasswords }: RunningSite, place: string): void {
  console.log(`The site is at ${url}`);
  if (madePasswords) console.log(passwordLine(madePasswords));
  console.log(`Letters are kept in ${place}`);
  console.log('Press Ctrl-C to stop.');
}

function passwordLine({ mainPassword, alternativePassword }: Partial<Passwords>): string {
  const made = [mainPassword, alternativePassword].filter((password) => password !== undefined);
  return made.length === 2
    ? `The portal opens with ${made.join(' or ')} (shown only this once)`
    : `The portal's other password is ${made[0]} (shown only this once)`;
}

function toldToStop(): Promise<void> {
  // The terminal may close while the site goes on.
  process.on('SIGHUP', () => {});
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
}
