import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { firstLetter, OUTPUT, withMeasuredSite } from '../measured-site.ts';
import { assertSame, type CapturedAnswer, capture } from './captured-answer.ts';
import { startBare } from './references.ts';

/** The two kinds of pages that readers read. */
export const PAGES = ['home page', 'letter page'] as const;
export type Page = (typeof PAGES)[number];

export interface Server {
  url: string;
  pid: number;
}

/** Servers that give the same answer to the same request, to be measured in turn. */
export interface Stage {
  /** The site as it is deployed: every request leaves a line in its log. */
  site: Server;
  /** The site without a log. */
  quiet: Server;
  /** Node's own server with nothing around it. */
  bare: Server;
  answer: CapturedAnswer;
  /** The headers of each request. */
  headers: Record<string, string>;
  folder: string;
  /** Empties the log, which would fill the disk otherwise. */
  freshLog(): void;
}

/** As it is deployed. */
const SITE_URL = 'https://letters.example.org';
const BROTLI = { 'Accept-Encoding': 'br' };

/** @param known whether who asks has the page already, so that the answer is 304 */
export function onStage<Result>(
  page: Page,
  { known = false }: { known?: boolean },
  use: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  return withMeasuredSite({ environment: { SITE_URL }, requestLog: true }, (logging) => {
    const DATABASE_URL = `sqlite:${join(logging.folder, 'letters.db')}`;
    const same = { letters: 0, environment: { SITE_URL, DATABASE_URL } };
    return withMeasuredSite(same, async (quiet) => {
      const path = page === 'home page' ? '/' : await firstLetter(logging);
      const [url, quietUrl] = [logging.port, quiet.port].map(
        (port) => `http://127.0.0.1:${port}${path}`,
      ) as [string, string];
      const etag = await etagOf(url);
      const headers = known ? { ...BROTLI, 'If-None-Match': etag } : BROTLI;
      const answer = await capture(url, headers);
      await using bare = await startBare(answer);
      await etagOf(quietUrl);
      for (const each of [quietUrl, bare.url]) assertSame(await capture(each, headers), answer);
      return await use({
        site: { url, pid: logging.site.pid },
        quiet: { url: quietUrl, pid: quiet.site.pid },
        bare,
        answer,
        headers,
        folder: logging.folder,
        freshLog: () => truncateSync(join(logging.folder, OUTPUT)),
      });
    });
  });
}

/** The servers as sides of a comparison. @param ask how the row measures each */
export function sidesOf<Found>(
  { site, quiet, bare, headers, freshLog }: Stage,
  ask: (server: Server, headers: Record<string, string>) => Promise<Found> | Found,
) {
  return {
    site() {
      freshLog();
      return ask(site, headers);
    },
    quiet: () => ask(quiet, headers),
    bare: () => ask(bare, headers),
  };
}

async function etagOf(url: string): Promise<string> {
  const { headers } = await capture(url, BROTLI);
  return headers[headers.indexOf('etag') + 1] ?? '';
}
