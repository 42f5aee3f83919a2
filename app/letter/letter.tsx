import { data } from 'react-router';
import { letterJson } from '#core/letter.ts';
import { Envelope } from '../envelope/envelope.tsx';
import { Header } from '../header/header.tsx';
import { siteKey, wordsKey } from '../site-context.ts';
import { useSite } from '../use-site.ts';
import { loadWholeDocument } from '../whole-document.ts';
import type { Route } from './+types/letter.ts';
import { LetterDialog } from './letter-dialog.tsx';
import { LetterData, LetterMeta } from './letter-meta.tsx';
import { useOpenedLetter } from './use-opened-letter.ts';
import { useWordsOnPage } from './words-on-page.ts';
import './letter.css';

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteKey);
  const letter = await site.letter(params.letterId).catch((cause) => {
    // A letter that cannot be loaded shows the not-found page, but is not said to be gone.
    site.log('A letter could not be loaded.', cause);
    throw data(null, { status: 503 });
  });
  if (!letter) throw data(null, { status: 404 });
  const { id, title, date, content, signature, hidden } = letterJson(letter);
  context.set(wordsKey, { content, signature });
  const cacheControl = hidden ? 'private, no-store' : 'public, no-cache';
  const card = hidden ? null : site.cardVersion(letter);
  return data({ id, title, date, hidden, card }, { headers: { 'Cache-Control': cacheControl } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;
export const clientLoader = loadWholeDocument;
export const shouldRevalidate = () => false;

export default function LetterPage({ loaderData: letter }: Route.ComponentProps) {
  const site = useSite();
  const words = useWordsOnPage();
  const { opened, open, close } = useOpenedLetter();
  return (
    <>
      {import.meta.env.SSR && <LetterMeta letter={letter} card={letter.card} site={site} />}
      <Header />
      <main className="letter-page">
        <h1>A letter for you!</h1>
        <p className="hint">Click on the envelope to read the letter inside</p>
        <div className="letter-page__envelope">
          <Envelope
            letter={letter}
            href="#letter"
            open={opened !== null}
            imageUrl={site.envelopeImageUrl}
            onOpen={() => open()}
          />
        </div>
      </main>
      <LetterDialog
        id="letter"
        letter={{ ...letter, ...words }}
        open={opened !== null}
        onClose={close}
      />
      {import.meta.env.SSR && (
        <LetterData letter={letter} card={letter.card} site={site} signature={words.signature} />
      )}
    </>
  );
}
