import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { WordsContext } from './letter/words-on-page.ts';
import { scriptText } from './script-text.ts';
import { siteKey, wordsKey } from './site-context.ts';

export { openDrawings } from './card/drawings.ts';
export { siteContext } from './site-context.ts';

/** Without it, React Router would print errors itself, past the site's log. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  context.get(siteKey).log('A page could not be made.', error);
};

const END = '</body></html>';

/**
 * Renders a page in one piece. By the time it is called every loader has answered, so there is
 * nothing to stream: the hydration data is read whole and put at the page's end, and React renders
 * without waiting. The response is kept as bytes by the server, so a page is rendered once.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  given: Readonly<RouterContextProvider>,
): Promise<Response> {
  const html = renderToString(
    <WordsContext value={given.get(wordsKey)}>
      <ServerRouter context={context} url={request.url} />
    </WordsContext>,
  );
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : '';
  const feed = `window.__reactRouterContext.streamController.enqueue(${scriptText(data)});window.__reactRouterContext.streamController.close();`;
  const page = `<!doctype html>${html.slice(0, -END.length)}<script>${feed}</script>${END}`;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(page, { status, headers });
}
