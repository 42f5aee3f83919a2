import { join } from 'node:path';
import { KNOWN_PASSWORDS, OWNER_NAME } from '../test/clients/owner.ts';
import { freePort } from '../test/servers/free-port.ts';
import { type Environment, type SiteProcess, startSiteProcess } from '../test/site/site-process.ts';

/**
 * A site whose process can be started again and again, at the same address and on the same database. The
 * last one is killed when it is disposed of.
 */
export interface SiteInFolder extends AsyncDisposable {
  folder: string;
  /** The database's file. */
  database: string;
  address: string;
  environment: Record<string, string>;
  /** @returns the process, whether it is ready, and how long it took to say so, in milliseconds */
  start(): Promise<{ site: SiteProcess; isReady: boolean; took: number }>;
}

/**
 * @param through a command, such as `nsenter …`, that starts the process and becomes it
 * @param different variables of its configuration
 */
export async function siteInFolder(
  folder: string,
  through: string[] = [],
  different: Environment = {},
): Promise<SiteInFolder> {
  const PORT = String(await freePort());
  const database = join(folder, 'data', 'letters.db');
  const environment = {
    PORT,
    OWNER_NAME,
    ...KNOWN_PASSWORDS,
    DATABASE_URL: `sqlite:${database}`,
    ...different,
  };
  let last: SiteProcess | undefined;
  return {
    folder,
    database,
    environment,
    address: `http://localhost:${PORT}`,
    async start() {
      const began = performance.now();
      const site = await startSiteProcess(environment, folder, through);
      last = site;
      const { status } = await fetch(`${site.address}/readyz`);
      return { site, isReady: status === 200, took: performance.now() - began };
    },
    [Symbol.asyncDispose]: async () => last?.kill(),
  };
}
