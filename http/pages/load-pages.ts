import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { OpenDrawings } from '#core/card.ts';
import { OwnerFacingError } from '#core/errors.ts';
import type { Site } from '#core/site.ts';
import { optimizeCriticalPath, readInlineParts } from './critical-path.ts';
import type { Render } from './pages.ts';

/** What `app/entry.server.tsx` exports besides what React Router asks of it. */
interface Entry {
  siteContext(site: Site): RouterContextProvider;
  openDrawings: OpenDrawings;
}

export interface Pages {
  render: Render;
  openDrawings: OpenDrawings;
  /** Where the build left the files that browsers ask for. */
  clientDirectory: string;
}

/**
 * Loads the built pages, and the drawings of cards, which are made of the same components.
 * @param folder the build
 * @throws OwnerFacingError when there is none, or not all of it
 */
export async function loadPages(folder: string): Promise<Pages> {
  const file = join(folder, 'server/index.js');
  const clientDirectory = join(folder, 'client');
  if (!existsSync(file)) throw notBuilt();
  // React reads this when it is first imported, and runs its development checks without it.
  process.env.NODE_ENV ??= 'production';
  const { createRequestHandler } = await import('react-router');
  const build: ServerBuild = await import(pathToFileURL(file).href);
  const entry = build.entry.module as ServerBuild['entry']['module'] & Entry;
  const handle = createRequestHandler(build, 'production');
  const parts = partsOf(clientDirectory);
  return {
    async render(request, site) {
      const response = await handle(request, entry.siteContext(site));
      const html = optimizeCriticalPath(await response.text(), parts, site.style);
      return { status: response.status, headers: response.headers, html };
    },
    openDrawings: entry.openDrawings,
    clientDirectory,
  };
}

function partsOf(client: string) {
  try {
    return readInlineParts(client);
  } catch (error) {
    // A build that was killed may have left only a part.
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notBuilt() : error;
  }
}

function notBuilt(): OwnerFacingError {
  return new OwnerFacingError('The pages are not built. Run `npm run build`, and start again.');
}
