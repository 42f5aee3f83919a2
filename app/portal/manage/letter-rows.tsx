import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { inGroups } from '../../ui/in-groups.ts';
import { nearIn } from '../../ui/is-near.ts';
import { keepInSight } from '../../ui/keep-in-sight.ts';
import { type Act, ManagedLetter } from './managed-letter.tsx';
import { MoreRows } from './more-rows.tsx';
import type { LetterPages } from './use-letter-pages.ts';

/**
 * How many rows are rendered or skipped together. Fewer mean more sections for the browser to watch; more
 * mean more rendering for the few that are visible.
 */
const TOGETHER = 20;

interface LetterRowsProps {
  name: string;
  pages: LetterPages;
  /** Another list is shown in its place; it keeps its scroll position. */
  hidden: boolean;
  /** The letter whose link was just copied, or null. */
  copiedId: string | null;
  /** Always the same function, as is `onNear`, so that thousands of memoized rows do not render again. */
  onAct: Act;
  onNear(): void;
}

/** A list of letters, which loads more on scrolling. */
export const LetterRows = memo(function LetterRows(props: LetterRowsProps) {
  const { name, pages, hidden, copiedId, onAct, onNear } = props;
  const isCopied = ({ id }: LetterJson) => id === copiedId;
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement>(null);
  const before = useRef(pages);
  useLayoutEffect(() => {
    refocus(list.current, focused.current, before.current);
    before.current = pages;
  });
  useEffect(() => {
    if (list.current) return keepRows(list.current);
  }, []);
  return (
    <div
      className="portal__scroll manage__rows"
      ref={list}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={() => {
        focused.current = null;
      }}
      aria-hidden={hidden || undefined}
      // Otherwise it would be a tab stop without a name: in Firefox always, elsewhere while nothing in it is one.
      tabIndex={-1}
    >
      <div className="manage__whole" data-hidden={hidden || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: its rows are not its own children */}
        <div role="list" aria-label={name}>
          {pages.parts.map((letters, at) => (
            <Page
              // biome-ignore lint/suspicious/noArrayIndexKey: it stays, whichever letter it begins with
              key={at}
              letters={letters}
              copiedId={copiedId !== null && letters.some(isCopied) ? copiedId : null}
              onAct={onAct}
            />
          ))}
        </div>
        {pages.next && <MoreRows next={pages.next} onNear={onNear} />}
      </div>
    </div>
  );
});

function keepRows(list: HTMLElement): () => void {
  const middleOf = (row: HTMLElement) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 - list.getBoundingClientRect().top;
  };
  const near = () => nearIn(list.querySelectorAll('.manage__part'));
  /** The top of the list stays the top, whatever comes in there. */
  const first = () => (list.scrollTop > 0 ? near().find((row) => middleOf(row) > 0) : undefined);
  return keepInSight(list, list, first, middleOf);
}

/**
 * A row that comes to stand in another part is mounted anew there, and is given its focus back. That of a row
 * which has left the list goes to the nearest one.
 */
function refocus(list: Element | null, lost: HTMLElement | null, before: LetterPages): void {
  const row = lost?.isConnected ? null : lost?.closest<HTMLElement>('[data-managed]');
  if (!row || !lost) return;
  const id = row.dataset.managed ?? '';
  const anew = shownRow(list, id) ?? firstShownRow(list, neighbours(before.parts, id));
  if (anew) buttonsIn(anew)[buttonsIn(row).indexOf(lost)]?.focus({ preventScroll: true });
}

const buttonsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('button')];

/** A letter's row in the list that is in front; the one behind may have it, too. */
function shownRow(panel: Element | null, letterId: string): Element | null {
  return panel?.querySelector(`[data-managed="${letterId}"]:not([data-hidden] *)`) ?? null;
}

/** The row of the first of these letters that has one in the list that is in front. */
export function firstShownRow(panel: Element | null, letters: LetterJson[]): Element | null {
  for (const { id } of letters) {
    const row = shownRow(panel, id);
    if (row) return row;
  }
  return null;
}

/** The other letters of a list: those after a letter, and then those before it, the nearest first. */
export function neighbours(parts: LetterJson[][], letterId: string): LetterJson[] {
  const letters = parts.flat();
  const at = letters.findIndex(({ id }) => id === letterId);
  return [...letters.slice(at + 1), ...letters.slice(0, Math.max(0, at)).reverse()];
}

interface PageProps extends Pick<LetterRowsProps, 'copiedId' | 'onAct'> {
  letters: LetterJson[];
}

/** Letters that were loaded together, in sections that are not rendered while they are far away. */
const Page = memo(function Page({ letters, copiedId, onAct }: PageProps) {
  return inGroups(letters, TOGETHER).map(({ from, group }) => (
    <div className="manage__part" key={from}>
      {group.map((letter) => (
        <ManagedLetter
          key={letter.id}
          letter={letter}
          copied={copiedId === letter.id}
          onAct={onAct}
        />
      ))}
    </div>
  ));
});
