import { midnightUtc } from '#core/date.ts';
import type { LetterSummary, NewLetter } from '#core/letter.ts';
import type { ImportedLetter, Store, VisibleChange } from '#core/store.ts';

/**
 * What an engine brings to the suite: it makes a place with nothing in it, and returns what opens a store there, as
 * each instance of the site has one. All that is gone when the test is over.
 * @param now the clock that records expire by
 */
export type Engine = (now: () => number) => Promise<() => Promise<Store>>;

/** Exactly what a list, and a change, has of a letter. */
export function summaryOf({ id, title, date, position }: LetterSummary): LetterSummary {
  return { id, title, date, position };
}

/** When the tests take place: nothing reads the machine's clock. */
export const NOW = Date.UTC(2026, 10, 20, 12);

/** Opens a store on an empty place, and as many others there as are asked for. */
export async function openPlace(engine: Engine, now: () => number = () => NOW) {
  const another = await engine(now);
  return { store: await another(), another };
}

let count = 0;

/** A letter to send, different from every other. */
export function draft(fields: Partial<NewLetter> = {}): NewLetter {
  count += 1;
  const date = fields.date ?? '2026-11-20';
  return {
    id: `letter${count}`,
    title: `Letter ${count}`,
    content: 'Dear you,\n\nthat is all.',
    signature: 'Ines Aldana',
    hidden: false,
    createdAt: midnightUtc(date),
    ...fields,
    date,
  };
}

export function imported(fields: Partial<ImportedLetter> = {}): ImportedLetter {
  const { date, ...rest } = fields;
  return {
    ...draft(),
    updatedAt: null,
    origin: null,
    ...rest,
    ...(date === undefined ? {} : { date }),
  };
}

export async function sent(store: Store, fields: Partial<NewLetter> = {}) {
  const created = await store.letters.create(draft(fields), NOW);
  if (created.outcome !== 'created') throw new Error(`A new letter was ${created.outcome}.`);
  return created.letter;
}

/** A watch, and the changes that it has been told of so far. */
export async function watching(store: Store) {
  const changes: VisibleChange[] = [];
  const watch = await store.letters.watchVisible((change) => changes.push(change));
  return { ...watch, changes };
}

export const ids = (letters: { id: string }[]) => letters.map(({ id }) => id);
