import { type CSSProperties, memo, useState } from 'react';
import type { LetterSummary } from '#core/letter.ts';
import { Envelope } from '../envelope/envelope.tsx';
import type { LetterList } from './letter-list.ts';
import { MoreLetters } from './more-letters.tsx';
import { NewMark } from './new-mark.tsx';
import './letter-grid.css';

/** See letter-grid.css; fewer letters than that lie in the middle. */
const MOST_COLUMNS = 4;

interface LetterGridProps {
  list: LetterList | null;
  imageUrl: string | null;
  onApproach(letterId: string): void;
  onOpen(letterId: string): void;
  onMore(): Promise<void>;
  onSeen(letterId: string): void;
}

/** Rendered anew only when the list changes: opening one of a thousand letters is none of its business. */
export const LetterGrid = memo(function LetterGrid({
  list,
  imageUrl,
  onApproach,
  onOpen,
  onMore,
  onSeen,
}: LetterGridProps) {
  if (list === null) {
    return (
      <p className="grid__notice" role="status">
        Loading letters...
      </p>
    );
  }
  const { letters, next, fresh, appendedFrom, untouched } = list;
  if (letters.length === 0) {
    return (
      <div className="grid__notice">
        <h2>No Letters Yet</h2>
        <p>Check back soon for new messages</p>
      </div>
    );
  }
  // The page's first letters are numbered by the stylesheet, which a policy can allow.
  const nth = (at: number) => (appendedFrom !== null && at > appendedFrom ? at - appendedFrom : 0);
  return (
    <>
      <ul
        className="grid"
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
        role="list"
        data-few={letters.length < MOST_COLUMNS ? letters.length : undefined}
        data-untouched={untouched || undefined}
      >
        {letters.map((letter, at) => (
          <Place
            key={letter.id}
            letter={letter}
            nth={nth(at)}
            fresh={fresh.includes(letter.id)}
            onSeen={onSeen}
            imageUrl={imageUrl}
            onApproach={onApproach}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {next && <MoreLetters next={next} onNear={onMore} />}
    </>
  );
});

interface PlaceProps
  extends Pick<LetterGridProps, 'imageUrl' | 'onApproach' | 'onOpen' | 'onSeen'> {
  letter: LetterSummary;
  /** How many letters that came with it are laid down before it. */
  nth: number;
  /** It came while the page was open. */
  fresh: boolean;
}

/** Rendered anew only when its own letter changes. */
const Place = memo(function Place({ letter, nth, fresh, onSeen, ...rest }: PlaceProps) {
  const [arriving, setArriving] = useState(true);
  return (
    <li
      data-arriving={arriving || undefined}
      style={nth > 0 ? ({ '--nth': nth } as CSSProperties) : undefined}
      onAnimationEnd={() => setArriving(false)}
    >
      {fresh && <NewMark letterId={letter.id} onSeen={onSeen} />}
      <Envelope letter={letter} href={`/letter/${letter.id}`} {...rest} />
    </li>
  );
});
