import { data } from 'react-router';
import { Envelope } from '../envelope/envelope.tsx';
import { Header } from '../header/header.tsx';
import { siteKey, wordsKey } from '../site-context.ts';
import { useSite } from '../use-site.ts';
import { loadWholeDocument } from '../whole-document.ts';
import type { Route } from './+types/letter.ts';
import letterStyles from './letter.css?url';
import { LetterDialog } from './letter-dialog.tsx';
import { LetterData, LetterMeta } from './letter-meta.tsx';
import type { Neighbour, Neighbours } from './neighbours.tsx';
import { useOpenedLetter } from './use-opened-letter.ts';
import { useWordsOnPage } from './words-on-page.ts';

const ALONE: Neighbours = { earlier: null, later: null };

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteKey);
  const letter = await site.letter(params.letterId);
  if (!letter) throw data(null, { status: 404 });
  // Shows the not-found page, too, but the status does not say that the letter is gone.
  if (letter === 'unavailable') throw data(null, { status: 503 });
  const { id, title, date, content, signature, hidden } = letter;
  context.set(wordsKey, { content, signature });
  // Null for a hidden letter, which has no neighbours, and while those of another cannot be found.
  const beside = hidden ? null : await site.neighbours(letter);
  const card = hidden ? null : site.cardVersion(letter);
  const neighbours = beside ? named(beside) : ALONE;
  const cacheControl = beside ? 'public, no-cache' : 'private, no-store';
  const page = { letter: { id, title, date, hidden, card }, neighbours };
  return data(page, { headers: { 'Cache-Control': cacheControl } });
}

/** A file of its own, which no other page carries. */
export const links = () => [{ rel: 'stylesheet', href: letterStyles }];
export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;
export const clientLoader = loadWholeDocument;
export const shouldRevalidate = () => false;

/** Neighbours with only what the links to them need. */
function named({ earlier, later }: Neighbours): Neighbours {
  const only = (letter: Neighbour | null) => letter && { id: letter.id, title: letter.title };
  return { earlier: only(earlier), later: only(later) };
}

export default function LetterPage({ loaderData }: Route.ComponentProps) {
  const { letter, neighbours } = loaderData;
  const site = useSite();
  const words = useWordsOnPage();
  const { opened, gesture, open, close } = useOpenedLetter(!letter.hidden);
  return (
    <>
      {import.meta.env.SSR && <LetterMeta letter={letter} site={site} />}
      <Header />
      <main className="letter-alone">
        <h1>A letter for you!</h1>
        {/* No paragraph and no division: those, reading views would show instead of a short letter's words. */}
        <header className="hint">
          Click on the envelope to read the letter inside
          {/* For text browsers that do not know what a header is. */}
          <br />
        </header>
        <span className="letter-alone__envelope">
          <Envelope letter={letter} href="#letter" onOpen={() => open()} />
        </span>
      </main>
      <LetterDialog
        id="letter"
        letter={{ ...letter, ...words }}
        open={opened !== null}
        gesture={gesture}
        neighbours={neighbours}
        onClose={close}
      />
      {import.meta.env.SSR && (
        <LetterData letter={letter} site={site} signature={words.signature} />
      )}
    </>
  );
}
