import type { LetterSummary } from '#core/letter.ts';
import type { LetterPage } from './fetch-letters.ts';

/** The letters on a reader's page, and those that are waiting or follow. */
export interface LetterList extends LetterPage {
  /** The cursor that the page itself begins after, or null when it begins with the newest. */
  after: string | null;
  /** Letters that arrived while the reader was looking elsewhere. */
  waiting: LetterSummary[];
  /** The ids of letters that came while the page was open, and have not been seen yet. */
  fresh: string[];
  /** Where the letters begin that were appended last; null when none were. */
  appendedFrom: number | null;
  /** All letters came with the page, and none has changed since. */
  untouched: boolean;
}

export type ListChange =
  /** @param hold as below */
  | { kind: 'reloaded'; page: LetterPage; hold: boolean }
  | { kind: 'appended'; page: LetterPage; cursor: string }
  /** @param hold keeps it waiting if it is new, because it would move what is being looked at */
  | { kind: 'shown'; letter: LetterSummary; hold: boolean }
  | { kind: 'removed'; id: string }
  | { kind: 'admitted' }
  | { kind: 'seen'; id: string };

export function newList(page: LetterPage, after: string | null): LetterList {
  return { ...page, after, waiting: [], fresh: [], appendedFrom: null, untouched: true };
}

/** The list after a change; the same list when the change does not concern it. */
export function changeList(list: LetterList | null, change: ListChange): LetterList | null {
  if (list === null) return change.kind === 'reloaded' ? newList(change.page, null) : null;
  const { letters, waiting } = list;
  const touched = { ...list, untouched: false };
  switch (change.kind) {
    case 'appended':
      // Requested twice, or before a reload: it no longer belongs at the end.
      if (change.cursor !== list.next) return list;
      return {
        ...touched,
        letters: merge(letters, change.page.letters),
        next: change.page.next,
        appendedFrom: letters.length,
      };
    case 'reloaded': {
      const { page, hold } = change;
      const known = idsOf(letters);
      const isNew = (letter: LetterSummary) => belongs(list, letter) && !known.has(letter.id);
      const came = page.letters.filter(isNew);
      const listed = hold ? page.letters.filter((letter) => !isNew(letter)) : page.letters;
      return {
        ...touched,
        letters: merge(listed, missingFrom(page, list)),
        next: page.next,
        waiting: hold ? came : [],
        fresh: withNew(list.fresh, came),
        appendedFrom: null,
      };
    }
    case 'shown': {
      const { letter, hold } = change;
      if (!belongs(list, letter)) return list;
      if (has(letters, letter.id)) {
        return { ...touched, letters: merge(letters, [letter]), appendedFrom: null };
      }
      const came = { ...touched, fresh: withNew(list.fresh, [letter]) };
      if (hold) return { ...came, waiting: merge(waiting, [letter]) };
      return {
        ...came,
        letters: merge(letters, [letter]),
        // An older version of the letter may have been waiting.
        waiting: without(waiting, letter.id),
        appendedFrom: null,
      };
    }
    case 'seen':
      return { ...list, fresh: withoutId(list.fresh, change.id) };
    case 'removed':
      if (!has([...letters, ...waiting], change.id)) return list;
      return {
        ...touched,
        letters: without(letters, change.id),
        waiting: without(waiting, change.id),
        fresh: withoutId(list.fresh, change.id),
      };
    case 'admitted':
      return { ...touched, letters: merge(letters, waiting), waiting: [], appendedFrom: null };
  }
}

/** Letters of the list that a newer page no longer has. They stay until they are withdrawn. */
export function missingFrom({ letters, next }: LetterPage, list: LetterList): LetterSummary[] {
  const there = idsOf(letters);
  return list.letters.filter(
    ({ id, position }) => !there.has(id) && (next === null || position >= next),
  );
}

/** Those of some letters that belong to the list, but are not in it yet. */
export function newsAmong(letters: LetterSummary[], list: LetterList): LetterSummary[] {
  const known = idsOf([...list.letters, ...list.waiting]);
  return letters.filter((letter) => belongs(list, letter) && !known.has(letter.id));
}

/** Whether a letter stands in the part of all letters that is on the page. */
function belongs({ after, next }: LetterList, { position }: LetterSummary): boolean {
  return (after === null || position < after) && (next === null || position >= next);
}

const idsOf = (letters: LetterSummary[]) => new Set(letters.map(({ id }) => id));

function has(letters: LetterSummary[], id: string): boolean {
  return letters.some((letter) => letter.id === id);
}

function without(letters: LetterSummary[], id: string): LetterSummary[] {
  return letters.filter((letter) => letter.id !== id);
}

/** A letter may come again before it is seen: changed while it waits, or by a reload. */
function withNew(fresh: string[], came: LetterSummary[]): string[] {
  return [...new Set([...fresh, ...came.map(({ id }) => id)])];
}

const withoutId = (ids: string[], gone: string) => ids.filter((id) => id !== gone);

/** Newest first; a letter that is known already takes the newer form. */
function merge(letters: LetterSummary[], added: LetterSummary[]): LetterSummary[] {
  const known = new Map([...letters, ...added].map((letter) => [letter.id, letter]));
  return [...known.values()].sort((one, other) => (one.position < other.position ? 1 : -1));
}
