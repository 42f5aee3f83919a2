import { data } from 'react-router';
import { isLetterId } from '#core/letter-id.ts';
import { isPosition } from '#core/position.ts';
import { Header } from '../header/header.tsx';
import { LetterDialog } from '../letter/letter-dialog.tsx';
import { useOpenedLetter } from '../letter/use-opened-letter.ts';
import { usePortal } from '../portal/use-portal.ts';
import { siteKey } from '../site-context.ts';
import { useLastShown } from '../ui/use-last-shown.ts';
import { useSite } from '../use-site.ts';
import { loadWholeDocument } from '../whole-document.ts';
import type { Route } from './+types/home.ts';
import { Arrivals } from './arrivals.tsx';
import { lettersMissing } from './fetch-letters.ts';
import { HomeData, HomeMeta } from './home-meta.tsx';
import { LetterGrid } from './letter-grid.tsx';
import { useLeaving } from './use-leaving.ts';
import { useLetterWords } from './use-letter-words.ts';
import { useNeighbours } from './use-neighbours.ts';
import { usePlaceInList } from './use-place-in-list.ts';
import { useVisibleLetters } from './use-visible-letters.ts';
import './home.css';

export async function loader({ context, url }: Route.LoaderArgs) {
  const after = url.searchParams.get('after');
  if (after !== null && !isPosition(after)) throw data(null, { status: 404 });
  const page = await context.get(siteKey).visibleLetters(after ?? undefined);
  if (page === null) return data({ list: null }, { status: 503 });
  const { items: letters, next, seq, known } = page;
  // No cache may keep the page of an unknown cursor, whose letter may just have been hidden.
  const cacheControl = known ? 'public, no-cache' : 'private, no-store';
  const list = { letters, next, seq, after };
  return data({ list }, { headers: { 'Cache-Control': cacheControl } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;
export const clientLoader = loadWholeDocument;

/** No navigation loads the list again: the live stream keeps it up to date. */
export const shouldRevalidate = () => false;

export default function Home({ loaderData }: Route.ComponentProps) {
  const site = useSite();
  const portal = usePortal();
  const { opened: asked, addressed, gesture, open, turnTo, close } = useOpenedLetter();
  // Anyone can type an address, so only a valid id is used. A letter that Forward leads to waits until the
  // portal is closed: it would open underneath, and take the keyboard focus from it.
  const opened = asked !== null && isLetterId(asked) && !portal.Portal ? asked : null;
  const { words, prefetch, outdate, forget } = useLetterWords(opened, addressed);
  const visible = useVisibleLetters(loaderData.list, outdate);
  usePlaceInList(visible);
  useLeaving(visible, opened, forget);

  // A closing card keeps its words until it is back in its envelope.
  const shownId = useLastShown(opened);
  const summary = visible.list?.letters.find(({ id }) => id === shownId);
  const neighbours = useNeighbours(visible, shownId);
  const named = opened === null ? null : { id: opened };
  const shown = words?.id === shownId ? words : (summary ?? named);

  return (
    <>
      {import.meta.env.SSR && (
        <HomeMeta
          site={site}
          after={loaderData.list?.after ?? null}
          waiting={visible.list === null}
        />
      )}
      <Header portal={{ onApproach: portal.preload, onOpen: portal.open }} />
      <main className="home">
        {/* Gets the focus when no envelope can. */}
        <h1 tabIndex={-1}>For you.</h1>
        <p className="hint">Click on any envelope to read the letter inside</p>
        <LetterGrid
          list={visible.list}
          onApproach={prefetch}
          onOpen={open}
          onMore={visible.loadMore}
          onSeen={visible.markSeen}
        />
      </main>
      <footer className="footer">
        <svg viewBox="0 0 64 64" aria-hidden="true" data-paper="0">
          <use href="#seal" />
        </svg>
        <p>{site.title}</p>
      </footer>
      <Arrivals visible={visible} reading={opened !== null} />
      <LetterDialog
        letter={shown}
        open={opened !== null}
        withdrawn={shownId !== null && visible.withdrawn.has(shownId)}
        gesture={gesture}
        neighbours={neighbours}
        onClose={close}
        onTurn={turnTo}
      />
      {portal.trouble && (
        <p className="notice" role="alert">
          {portal.trouble}
        </p>
      )}
      {portal.Portal && (
        <portal.Portal
          onChanged={() => visible.reload().catch(lettersMissing)}
          onClose={portal.close}
        />
      )}
      {import.meta.env.SSR && <HomeData site={site} />}
    </>
  );
}
