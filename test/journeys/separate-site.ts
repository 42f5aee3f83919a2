import { rm } from 'node:fs/promises';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { MAIN_PASSWORD } from '../clients/owner.ts';
import { keepQuickPasswords } from '../site/quick-passwords.ts';
import { type Environment, startSiteProcess } from '../site/site-process.ts';
import { test as journey } from './journey.ts';
import { accessTo, configuration, databasePath, type Site, siteFolder } from './site.ts';

/** The real site in a process of its own. */
interface SeparateSite extends Omit<Site, 'restart'> {
  /** What it wrote to the terminal at its first start. */
  terminal: string;
  /** Kills it without warning. */
  kill(): Promise<void>;
  /** Starts it at the same address, with the same letters. */
  startAgain(): Promise<void>;
}

/** A journey to a site in a process of its own, which can be killed. */
export const testSeparately = journey.extend<{ separateSite: SeparateSite }>({
  separateSite: async ({ environment, trouble }, use) => {
    const site = await startSeparateSite(environment);
    await use(site);
    await site.stop();
    trouble.add(site.complaints());
  },
  baseURL: ({ separateSite }, use) => use(separateSite.url),
});

async function startSeparateSite(environment: Environment): Promise<SeparateSite> {
  const folder = await siteFolder();
  if (environment.MAIN_PASSWORD === MAIN_PASSWORD) await keepPasswords(databasePath(folder));
  const settings = configuration(folder, environment);
  let running = await startSiteProcess(settings, folder);
  const url = running.address;
  const earlier: string[] = [];
  return {
    ...accessTo(url, folder),
    terminal: running.terminal(),
    complaints: () => [...earlier, ...running.complaints()],
    kill: () => running.kill(),
    async startAgain() {
      earlier.push(...running.complaints());
      running = await startSiteProcess({ ...settings, PORT: new URL(url).port }, folder);
    },
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function keepPasswords(path: string): Promise<void> {
  const store = await openSqliteStore(path);
  await keepQuickPasswords(store);
  await store.close();
}
