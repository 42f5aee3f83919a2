import { type CSSProperties, type MouseEvent, use } from 'react';
import type { LetterSummary } from '#core/letter.ts';
import { Envelope } from '../envelope/envelope.tsx';
import { ReadyEnvelopesContext } from '../envelope/ready-envelopes.ts';
import { isPlainClick } from '../letter/use-opened-letter.ts';
import type { LetterList } from './letter-list.ts';
import { MoreLetters } from './more-letters.tsx';
import './letter-grid.css';

interface LetterGridProps {
  list: LetterList | null;
  openedId: string | null;
  imageUrl: string | null;
  onApproach(letterId: string): void;
  onOpen(letterId: string): void;
  onMore(): Promise<void>;
}

export function LetterGrid({ list, openedId, imageUrl, ...on }: LetterGridProps) {
  const ready = use(ReadyEnvelopesContext);
  if (list === null) {
    return (
      <p className="grid__notice" role="status">
        Loading letters...
      </p>
    );
  }
  const { letters, next, appendedFrom, untouched } = list;
  if (letters.length === 0) {
    return (
      <div className="grid__notice">
        <h2>No Letters Yet</h2>
        <p>Check back soon for new messages</p>
      </div>
    );
  }
  const opener = (letterId: string) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    on.onOpen(letterId);
  };
  const envelope = (letter: LetterSummary) => (
    <Envelope
      letter={letter}
      href={`/letter/${letter.id}`}
      open={letter.id === openedId}
      imageUrl={imageUrl}
      onApproach={() => on.onApproach(letter.id)}
      onOpen={opener(letter.id)}
    />
  );
  // The page's first letters are numbered by the stylesheet, which a policy can allow.
  const place = (at: number) =>
    appendedFrom !== null && at > appendedFrom
      ? ({ '--nth': at - appendedFrom } as CSSProperties)
      : undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul className="grid" role="list" data-untouched={untouched || undefined}>
        {letters.map((letter, at) =>
          ready ? (
            // What React finds when it comes alive is the same as if it had rendered it itself.
            <li
              key={letter.id}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: React made it
              dangerouslySetInnerHTML={{
                __html: ready.markup(letter, () => envelope(letter)),
              }}
            />
          ) : (
            <li key={letter.id} style={place(at)}>
              {envelope(letter)}
            </li>
          ),
        )}
      </ul>
      {next && <MoreLetters next={next} onNear={on.onMore} />}
    </>
  );
}
