import { expect, onTestFinished, test } from 'vitest';
import { readLetterLanguage } from '#core/letter-language.ts';
import { createCardRenderer } from '../../card/card-renderer.ts';
import { createLetterCards } from './letter-cards.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"></svg>';
const DRAWING = {
  svg: SVG,
  ink: '#000',
  paper: '#fff',
  title: { x: 6, y: 3, width: 12, top: 0, bottom: 4 },
  date: { x: 6, y: 5, size: 1 },
};

interface CardSettings {
  limitBytes?: number;
  svg?: string;
  language?: string;
}

/** Small cards from a real renderer, and in which languages it was asked for titles. */
function openCards({ limitBytes, svg = SVG, language = '' }: CardSettings = {}) {
  const renderer = createCardRenderer({ timeout: 60_000 });
  onTestFinished(renderer.close);
  const languages: unknown[] = [];
  const render: typeof renderer.render = (order) => {
    languages.push(order.words?.language);
    return renderer.render(order);
  };
  let time = 0;
  const cards = createLetterCards({
    drawings: { card: () => ({ ...DRAWING, svg }), icon: () => ({ svg }) },
    renderer: { ...renderer, render },
    letterLanguage: readLetterLanguage(language),
    now: () => time,
    ...(limitBytes !== undefined && { limitBytes }),
  });
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { cards, languages, printed: () => languages.length, wait };
}

const letter = { id: 'one', title: 'Hello', date: '2026-11-21' };

test('a card is drawn once for each version, however many requests there are', async () => {
  const { cards, printed } = openCards();
  const [first, second] = await Promise.all([cards.card(letter), cards.card({ ...letter })]);
  expect(second).toBe(first);
  expect(await cards.card(letter)).toBe(first);
  expect(printed()).toBe(1);
  const renamed = { ...letter, title: 'Hullo' };
  expect(cards.version(renamed)).not.toBe(cards.version(letter));
  expect(cards.version({ ...letter, date: null })).not.toBe(cards.version(letter));
  await cards.card(renamed);
  expect(printed()).toBe(2);
  expect(await cards.neutral()).toBe(await cards.neutral());
  expect(printed()).toBe(3);
});

test('the card of a letter that is no longer visible is dropped, even while it is drawn', async () => {
  const { cards, printed } = openCards();
  const drawing = cards.card(letter);
  cards.heed({ kind: 'withdrawn', seq: 1, id: letter.id });
  await drawing;
  await cards.card(letter);
  expect(printed()).toBe(2);
  await cards.card({ ...letter, id: 'two' });
  cards.heed({ kind: 'shown', seq: 2, letter: { ...letter, position: '' } });
  await cards.card({ ...letter, id: 'two' });
  expect(printed()).toBe(3);
  cards.heed({ kind: 'reset', seq: 3 });
  await cards.card({ ...letter, id: 'two' });
  expect(printed()).toBe(4);
});

test('when the cache is full, the least recently used card is evicted', async () => {
  const { cards: any } = openCards();
  const size = (await any.card(letter))?.size ?? 0;
  const { cards, printed } = openCards({ limitBytes: size * 2 });
  const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ ...letter, id }));
  for (const each of [one, two, one, three, one] as (typeof letter)[]) await cards.card(each);
  expect(printed()).toBe(3);
  await cards.card(two as typeof letter);
  expect(printed()).toBe(4);
});

test('a card that cannot be drawn is not tried again for some minutes', async () => {
  const { cards, printed, wait } = openCards({ svg: 'nothing</svg>' });
  await expect(cards.card(letter)).rejects.toThrow();
  for (const minutes of [0, 1, 3]) {
    wait(minutes * 60_000);
    expect(await cards.card(letter)).toBeNull();
  }
  expect(printed()).toBe(1);
  await expect(cards.card({ ...letter, title: 'Hullo' })).rejects.toThrow();
  wait(5 * 60_000);
  await expect(cards.card({ ...letter, title: 'Hullo' })).rejects.toThrow();
  expect(printed()).toBe(3);
});

test('a title is drawn in the language of its owner, if its script does not tell another', async () => {
  const titled = (title: string) => ({ ...letter, title });
  const plain = openCards();
  await plain.cards.card(titled('東京'));
  const japanese = openCards({ language: 'ja' });
  for (const title of ['東京', 'Σου γράφω', 'Hello']) await japanese.cards.card(titled(title));
  expect([plain.languages, japanese.languages]).toEqual([['zh'], ['ja', 'el', undefined]]);
  expect(japanese.cards.version(titled('東京'))).not.toBe(plain.cards.version(titled('東京')));
});
