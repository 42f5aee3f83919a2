import type { LetterJson } from '#core/letter.ts';

/** What a letter says. */
export interface Words {
  title: string;
  content: string;
  hidden: boolean;
}

/** One letter of a writer, with what is known of it from the site's answers alone. */
export interface Entry {
  /** Begins the title of every edition of it, and of no other letter. */
  mark: string;
  /** Names the attempt to send it. */
  key: string;
  id: string | null;
  version: number;
  /** How often it was changed; makes the words of each edition different. */
  edition: number;
  /** Its possible states now; null: it does not exist. Several while a change is unanswered. */
  states: (Words | null)[];
}

/** A letter that is about to be sent for the first time. @param mark without spaces */
export function newEntry(mark: string): Entry {
  return { mark, key: `key-${mark}`, id: null, version: 0, edition: 1, states: [null] };
}

/** The words of an edition; every fifth is larger than a database page. */
export function wordsOf(
  { mark, edition }: Pick<Entry, 'mark' | 'edition'>,
  hidden: boolean,
): Words {
  const length = edition % 5 === 0 ? 400 : 12;
  const line = `${mark} in its edition ${edition}.\n`;
  return { title: `${mark} ${edition}`, content: line.repeat(length).trimEnd(), hidden };
}

export function isSame(letter: Words, words: Words): boolean {
  const { title, content, hidden } = words;
  return letter.title === title && letter.content === content && letter.hidden === hidden;
}

/** What is wrong with the letters of a site, compared to its answers. */
export function faultsOf(entries: Entry[], found: LetterJson[]): string[] {
  const faults: string[] = [];
  const byMark = Map.groupBy(found, ({ title }) => title.split(' ')[0] ?? '');
  for (const { mark, id, states } of entries) {
    const letters = byMark.get(mark) ?? [];
    byMark.delete(mark);
    const [letter] = letters;
    if (letters.length > 1) faults.push(`${mark} is there ${letters.length} times.`);
    else if (
      !states.some((state) => (letter && state ? isSame(letter, state) : !letter && !state))
    ) {
      faults.push(letter ? `${mark} has words that it should not have.` : `${mark} is lost.`);
    } else if (letter && id !== null && letter.id !== id) faults.push(`${mark} has another id.`);
  }
  for (const mark of byMark.keys()) faults.push(`${mark} was never written.`);
  return faults;
}
