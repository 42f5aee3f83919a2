import { join } from 'node:path';
import { createOwner, KNOWN_PASSWORDS, OWNER_NAME, type Owner } from '../test/clients/owner.ts';
import { inFolder } from '../test/in-folder.ts';
import { type Environment, type SiteProcess, startSiteProcess } from '../test/site/site-process.ts';
import { MEASURED_CORE } from './pinning.ts';
import { fillDatabase } from './sample-letters.ts';

export interface MeasuredSite {
  site: SiteProcess;
  port: number;
  owner: Owner;
  /** Its database, and whatever else a row puts there, goes when the row is done. */
  folder: string;
}

interface MeasuredSiteOptions {
  /** How many sample letters are there from the start. */
  letters?: number;
  environment?: Environment;
  /** Whether it logs every request, as a deployment does: to a file that nobody reads. */
  requestLog?: boolean;
}

/** The path of the first letter in the list. */
export async function firstLetter({ port }: MeasuredSite): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/letters?limit=1`);
  const { letters } = (await answer.json()) as { letters: { id: string }[] };
  return `/letter/${letters[0]?.id}`;
}

/** The file in the site's folder that receives its log. */
export const OUTPUT = 'output.log';

/** Runs a site on the measured core for as long as it is used, and leaves nothing behind. */
export function withMeasuredSite<Result>(
  { letters = 24, environment = {}, requestLog = false }: MeasuredSiteOptions,
  use: (measured: MeasuredSite) => Promise<Result>,
): Promise<Result> {
  return inFolder(async (folder) => {
    await fillDatabase(join(folder, 'letters.db'), letters);
    await using site = await startSiteProcess(
      {
        ...KNOWN_PASSWORDS,
        OWNER_NAME,
        DATABASE_URL: 'sqlite:letters.db',
        REQUEST_LOG: requestLog ? 'on' : 'off',
        ...environment,
      },
      folder,
      MEASURED_CORE,
      requestLog ? join(folder, OUTPUT) : null,
    );
    const port = Number(new URL(site.address).port);
    return await use({ site, port, owner: createOwner(site.address), folder });
  });
}
