import { createOwner, KNOWN_PASSWORDS, OWNER_NAME, type Owner } from '../test/clients/owner.ts';
import { inFolder } from '../test/in-folder.ts';
import { type Environment, type SiteProcess, startSiteProcess } from '../test/site/site-process.ts';

/** The real site in a process of its own, on a database of its own. */
export interface TormentedSite {
  site: SiteProcess;
  port: number;
  /** What the site takes for its own origin. */
  origin: string;
  owner: Owner;
  folder: string;
}

const USUAL: Environment = {
  ...KNOWN_PASSWORDS,
  OWNER_NAME,
  DATABASE_URL: 'sqlite:letters.db',
};

/** Runs a site for as long as it is used, and leaves nothing behind. */
export function withSite<Result>(
  environment: Environment,
  use: (tormented: TormentedSite) => Promise<Result>,
): Promise<Result> {
  return inFolder(async (folder) => {
    await using site = await startSiteProcess({ ...USUAL, ...environment }, folder);
    const origin = environment.SITE_URL ?? site.address;
    const owner = createOwner(site.address, origin);
    return await use({ site, port: Number(new URL(site.address).port), origin, owner, folder });
  });
}
