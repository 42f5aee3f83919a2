import type { ImportedLetter } from '#core/store.ts';

/** Begins the ids of letters that no writer of a row changes. */
export const THERE = 'there-';

const DAY = 86_400_000;

/** A letter from before a row began, by its number: some are long, one of every seven is hidden. */
export function letterThatWasThere(number: number): ImportedLetter {
  const day = DAY * (number % 5000);
  const line = `Line of the letter with the number ${number}.\n`;
  return {
    id: THERE + number,
    title: `There-${number}. before`,
    content: line.repeat(number % 11 === 0 ? 300 : 1 + (number % 60)).trimEnd(),
    signature: 'Ines Aldana',
    date: new Date(day).toISOString().slice(0, 10),
    hidden: number % 7 === 0,
    createdAt: day,
    updatedAt: null,
    origin: null,
  };
}
