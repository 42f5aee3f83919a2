import { type CSSProperties, memo, useEffect, useRef, useState } from 'react';
import type { LetterSummary } from '#core/letter.ts';
import { Envelope } from '../envelope/envelope.tsx';
import { inGroups } from '../ui/in-groups.ts';
import type { LetterList } from './letter-list.ts';
import { MoreLetters } from './more-letters.tsx';
import { NewMark } from './new-mark.tsx';
import './letter-grid.css';

/** See letter-grid.css; fewer letters than that are centred. */
const MAX_COLUMNS = 4;
/**
 * Letters are rendered in parts, because a browser walks through all children of a list at each touch: with
 * 1,000 in one list, five times 0.8 ms before an envelope begins to open. Each part but the last fills its
 * rows, whether of one, two, three or four.
 */
const IN_PART = 12;
/** How many parts are in a section. A browser skips a section that is far away as a whole. */
const IN_SECTION = 8;
/** Milliseconds until the last letter of a page has come in (letter-grid.css). */
const ALL_ARRIVED_MS = 4000;

interface LetterGridProps {
  list: LetterList | null;
  onApproach(letterId: string): void;
  onOpen(letterId: string): void;
  onMore(): Promise<void>;
  onSeen(letterId: string): void;
}

/** Renders again only when the list changes, not when one of a thousand letters is opened. */
export const LetterGrid = memo(function LetterGrid({
  list,
  onApproach,
  onOpen,
  onMore,
  onSeen,
}: LetterGridProps) {
  const [laidDown] = useState(() => new Set<string>());
  // A letter that was withdrawn and is shown again is animated again.
  useEffect(() => {
    const here = new Set(list?.letters.map(({ id }) => id));
    for (const id of laidDown) if (!here.has(id)) laidDown.delete(id);
  }, [list, laidDown]);
  if (list === null) {
    return (
      <p className="grid__notice" aria-live="polite">
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
  // The delays of the first letters are in the stylesheet: the policy allows no style attributes.
  const nth = (at: number) => (appendedFrom !== null && at > appendedFrom ? at - appendedFrom : 0);
  const sections = inGroups(inGroups(letters, IN_PART), IN_SECTION);
  return (
    <>
      <div
        className="grid"
        data-few={letters.length < MAX_COLUMNS ? letters.length : undefined}
        data-untouched={untouched || undefined}
      >
        {sections.map(({ from: section, group: parts }) => (
          <div
            key={section}
            className="grid__section"
            data-full={parts.length === IN_SECTION || undefined}
          >
            {parts.map(({ from, group }) => (
              // biome-ignore lint/a11y/noRedundantRoles: Safari does not treat a list without bullets as one
              <ul key={from} className="grid__part" role="list">
                {group.map((letter, at) => (
                  <Place
                    key={letter.id}
                    letter={letter}
                    nth={nth(from + at)}
                    fresh={fresh.includes(letter.id)}
                    laidDown={laidDown}
                    onSeen={onSeen}
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

interface PlaceProps extends Pick<LetterGridProps, 'onApproach' | 'onOpen' | 'onSeen'> {
  letter: LetterSummary;
  /** How many letters of the page that was appended last come in before it; 0 for all others. */
  nth: number;
  /** It arrived while the page was open. */
  fresh: boolean;
  /** The ids of letters that have come in: one that moves to another part is mounted, but not animated, again. */
  laidDown: Set<string>;
}

/** Renders again only when its own letter changes. */
const Place = memo(function Place({ letter, nth, fresh, laidDown, onSeen, ...rest }: PlaceProps) {
  const [arriving] = useState(() => !laidDown.has(letter.id));
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    laidDown.add(letter.id);
    // A new letter moves one in twelve to another part: with thousands, looking at each of these took seconds.
    if (!arriving) return;
    const timer = setTimeout(() => {
      for (const movement of place.current?.getAnimations() ?? []) {
        // Out of view the animation would never end, and cost time in every frame. A letter that is leaving by
        // then goes on fading.
        if (movement instanceof CSSAnimation) movement.finish();
      }
      // Directly on the element, to avoid another render.
      place.current?.removeAttribute('data-arriving');
    }, ALL_ARRIVED_MS);
    return () => clearTimeout(timer);
  }, [arriving, laidDown, letter.id]);
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
