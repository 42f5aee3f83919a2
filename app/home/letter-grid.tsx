import { type CSSProperties, memo, useEffect, useRef, useState } from 'react';
import type { LetterSummary } from '#core/letter.ts';
import { Envelope } from '../envelope/envelope.tsx';
import type { LetterList } from './letter-list.ts';
import { MoreLetters } from './more-letters.tsx';
import { NewMark } from './new-mark.tsx';
import './letter-grid.css';

/** See letter-grid.css; fewer letters than that lie in the middle. */
const MOST_COLUMNS = 4;
/**
 * Letters hang in parts, for a browser walks through all of a list's whenever the reader touches it:
 * with 1,000 in one, five times 0.8 ms until an envelope begins to open. Each part but the last fills
 * its rows, be they of one, two, three or four.
 */
const IN_PART = 12;
/** So many parts hang together in a section. A browser passes over one that is far away as a whole. */
const IN_SECTION = 8;
/** Milliseconds in which the last letter of a page has been laid down (letter-grid.css). */
const ALL_ARRIVED = 4000;

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
  const laidDown = useRef(new Set<string>());
  // One that was taken back and is given again does come in again.
  useEffect(() => {
    const here = new Set(list?.letters.map(({ id }) => id));
    for (const id of laidDown.current) if (!here.has(id)) laidDown.current.delete(id);
  }, [list]);
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
  const sections = inGroups(inGroups(letters, IN_PART), IN_SECTION);
  return (
    <>
      <div
        className="grid"
        data-few={letters.length < MOST_COLUMNS ? letters.length : undefined}
        data-untouched={untouched || undefined}
      >
        {sections.map(({ from: section, group: parts }) => (
          <div
            key={section}
            className="grid__section"
            data-full={parts.length === IN_SECTION || undefined}
          >
            {parts.map(({ from, group }) => (
              // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
              <ul key={from} className="grid__part" role="list">
                {group.map((letter, at) => (
                  <Place
                    key={letter.id}
                    letter={letter}
                    nth={nth(from + at)}
                    fresh={fresh.includes(letter.id)}
                    laidDown={laidDown.current}
                    onSeen={onSeen}
                    imageUrl={imageUrl}
                    onApproach={onApproach}
                    onOpen={onOpen}
                  />
                ))}
              </ul>
            ))}
          </div>
        ))}
      </div>
      {next && <MoreLetters next={next} onNear={onMore} />}
    </>
  );
});

/** @returns the items, so many in each group but the last, with the number of each group's first */
function inGroups<Item>(items: Item[], size: number): { from: number; group: Item[] }[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => ({
    from: at * size,
    group: items.slice(at * size, (at + 1) * size),
  }));
}

interface PlaceProps
  extends Pick<LetterGridProps, 'imageUrl' | 'onApproach' | 'onOpen' | 'onSeen'> {
  letter: LetterSummary;
  /** How many letters that came with it are laid down before it. */
  nth: number;
  /** It came while the page was open. */
  fresh: boolean;
  /** Those that have come in; one that moves on to another part does not come in again. */
  laidDown: Set<string>;
}

/** Rendered anew only when its own letter changes. */
const Place = memo(function Place({ letter, nth, fresh, laidDown, onSeen, ...rest }: PlaceProps) {
  const [arriving] = useState(() => !laidDown.has(letter.id));
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    laidDown.add(letter.id);
    const timer = setTimeout(() => {
      for (const movement of place.current?.getAnimations() ?? []) {
        // Out of sight it would never end, and be looked after in every frame. A letter that leaves by then
        // fades on.
        if (movement instanceof CSSAnimation) movement.finish();
      }
      // By hand, for it need not be rendered anew for that.
      place.current?.removeAttribute('data-arriving');
    }, ALL_ARRIVED);
    return () => clearTimeout(timer);
  }, [laidDown, letter.id]);
  return (
    <li
      ref={place}
      data-arriving={arriving || undefined}
      style={nth > 0 ? ({ '--nth': nth } as CSSProperties) : undefined}
    >
      {fresh && <NewMark letterId={letter.id} onSeen={onSeen} />}
      <Envelope letter={letter} href={`/letter/${letter.id}`} {...rest} />
    </li>
  );
});
