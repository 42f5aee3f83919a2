import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { Site } from '#core/site.ts';
import { drawFirst, readStyles } from './draw-first.ts';
import type { Render } from './pages.ts';

/** What `app/entry.server.tsx` exports besides what React Router asks of it. */
interface Entry {
  readyEnvelopes(): unknown;
  siteContext(site: Site, envelopes: unknown): RouterContextProvider;
  markupOf(context: RouterContextProvider): string | null;
}

/** Loads the built pages. @param file the server build */
export async function loadRender(file: string): Promise<Render> {
  // React decides by this, when it is first loaded, whether to check itself at every render.
  process.env.NODE_ENV ??= 'production';
  const { createRequestHandler } = await import('react-router');
  const build: ServerBuild = await import(pathToFileURL(file).href);
  const entry = build.entry.module as ServerBuild['entry']['module'] & Entry;
  const handle = createRequestHandler(build, 'production');
  const envelopes = entry.readyEnvelopes();
  const styles = readStyles(build, join(file, '../../client'));
  return async (request, site) => {
    // The pages behind the first are asked for too seldom to be worth the memory, and a picture of
    // the owner's has to be announced at the top of the page by whoever renders it.
    const worthKeeping = request.url === `${site.url}/` && site.envelopeImageUrl === null;
    const context = entry.siteContext(site, worthKeeping ? envelopes : null);
    const response = await handle(request, context);
    const html = entry.markupOf(context) ?? (await response.text());
    return { status: response.status, headers: response.headers, html: drawFirst(html, styles) };
  };
}
