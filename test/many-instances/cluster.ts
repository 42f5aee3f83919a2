import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOwner, KNOWN_PASSWORDS, OWNER_NAME, type Owner } from '../clients/owner.ts';
import { freePort } from '../servers/free-port.ts';
import { startNginx } from '../servers/nginx.ts';
import { type Environment, type SiteProcess, startSiteProcess } from '../site/site-process.ts';

/** Several instances of one site on one store, with nginx in front that balances between them. */
export interface Cluster {
  /** The address that readers use. */
  url: string;
  owner: Owner;
  /** Where each instance listens itself. */
  addresses: string[];
  instances: SiteProcess[];
  /** Tells an instance to stop, and starts it again at the same address. */
  restart(index: number): Promise<void>;
  /** Ends an instance without a word, and starts it again at the same address. */
  replace(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param environment says at least where the letters are kept */
export async function startCluster(count: number, environment: Environment): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'letters-cluster-'));
  const url = `http://localhost:${await freePort()}`;
  const configuration = {
    ...KNOWN_PASSWORDS,
    OWNER_NAME,
    SITE_URL: url,
    TRUST_PROXY: '1',
    ...environment,
  };
  // All at once, as a fleet is started, on a store that none of them has seen yet.
  const starting = Array.from({ length: count }, () => startSiteProcess(configuration, folder));
  try {
    const instances = await Promise.all(starting);
    const addresses = instances.map(({ address }) => address);
    const ports = addresses.map((address) => new URL(address).port);
    const startAgain = async (index: number) => {
      const again = { ...configuration, PORT: ports[index] ?? '' };
      instances[index] = await startSiteProcess(again, folder);
    };
    const nginx = await startNginx(url, ports, join(folder, 'nginx'));
    return {
      url,
      addresses,
      instances,
      owner: createOwner(url),
      async restart(index) {
        await instances[index]?.stop();
        await startAgain(index);
      },
      async replace(index) {
        await instances[index]?.kill();
        await startAgain(index);
      },
      async stop() {
        await nginx.stop();
        // Told to stop, they would wait for the connections that `fetch` keeps here.
        await Promise.all(instances.map((instance) => instance.kill()));
        rmSync(folder, { recursive: true });
      },
    };
  } catch (error) {
    // Whoever has no cluster cannot stop what did start.
    for (const one of await Promise.allSettled(starting)) {
      if (one.status === 'fulfilled') await one.value.kill();
    }
    rmSync(folder, { recursive: true });
    throw error;
  }
}
