import type { LetterSummary } from '#core/letter.ts';
import type { LetterPage } from './fetch-letters.ts';

/** The letters on a reader's page, and what may still come. */
export interface LetterList extends LetterPage {
  /** The cursor that the page itself begins after, or null when it begins with the newest. */
  after: string | null;
  /** Letters that arrived while the reader was looking elsewhere. */
  waiting: LetterSummary[];
  /** Where the letters begin that were appended last; null when none were. */
  appendedFrom: number | null;
  /** All letters came with the page, and none has changed since. */
  untouched: boolean;
}

export type ListChange =
  | { kind: 'reloaded'; page: LetterPage }
  | { kind: 'appended'; page: LetterPage; cursor: string }
  /** @param hold let it wait if it is new, because it would move what is being looked at */
  | { kind: 'shown'; letter: LetterSummary; hold: boolean }
  | { kind: 'withdrawn'; id: string }
  | { kind: 'welcomed' };

export function newList(page: LetterPage, after: string | null): LetterList {
  return { ...page, after, waiting: [], appendedFrom: null, untouched: true };
}

/** The list after a change; the same list when the change does not concern it. */
export function changeList(list: LetterList | null, change: ListChange): LetterList | null {
  if (change.kind === 'reloaded') {
    return { ...newList(change.page, list?.after ?? null), untouched: list === null };
  }
  if (list === null) return null;
  const { letters, waiting } = list;
  const touched = { ...list, untouched: false };
  switch (change.kind) {
    case 'appended':
      // Asked for twice, or before a reload: its place is no longer at the end.
      if (change.cursor !== list.next) return list;
      return {
        ...touched,
        letters: merge(letters, change.page.letters),
        next: change.page.next,
        appendedFrom: letters.length,
      };
    case 'shown':
      if (!belongs(list, change.letter)) return list;
      return change.hold && !has(letters, change.letter.id)
        ? { ...touched, waiting: merge(waiting, [change.letter]) }
        : { ...touched, letters: merge(letters, [change.letter]), appendedFrom: null };
    case 'withdrawn':
      return {
        ...touched,
        letters: without(letters, change.id),
        waiting: without(waiting, change.id),
      };
    case 'welcomed':
      return { ...touched, letters: merge(letters, waiting), waiting: [], appendedFrom: null };
  }
}

/** Whether a letter that is shown is one that the list does not have yet, but should. */
export function isNews(list: LetterList, letter: LetterSummary): boolean {
  return belongs(list, letter) && !has([...list.letters, ...list.waiting], letter.id);
}

/** Whether a letter stands in the part of all letters that is on the page. */
function belongs({ after, next }: LetterList, { position }: LetterSummary): boolean {
  return (after === null || position < after) && (next === null || position >= next);
}

function has(letters: LetterSummary[], id: string): boolean {
  return letters.some((letter) => letter.id === id);
}

function without(letters: LetterSummary[], id: string): LetterSummary[] {
  return letters.filter((letter) => letter.id !== id);
}

/** Newest first; a letter that is known already takes the newer form. */
function merge(letters: LetterSummary[], added: LetterSummary[]): LetterSummary[] {
  const known = new Map([...letters, ...added].map((letter) => [letter.id, letter]));
  return [...known.values()].sort((one, other) => (one.position < other.position ? 1 : -1));
}
