import { createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LetterText } from './letter-text.tsx';

const markup = (text: string) => renderToStaticMarkup(createElement(LetterText, { text }));
const wordsIn = (html: string) => html.replaceAll(/<[^>]*>/g, '');
/** What is in each text node. */
const nodesIn = (text: string) =>
  renderToString(createElement(LetterText, { text })).split('<!-- -->').map(wordsIn);
const linesIn = (html: string) => html.match(/<span dir="auto"/g)?.length ?? 0;

test('keeps everything that was typed, to the last line break', () => {
  const typed = [
    'one',
    '\n\none\n',
    'a\n\n\n  b\n\tc\n\n',
    '\u3000一\n\u3000二',
    ' \n \n',
    'a\n\nb\nc',
    'a\n\nb\n\n\n\nc',
    'a\u2028b\nc\rd\u2029',
    '\u2028\n\u2029',
  ];
  for (const text of typed) expect(wordsIn(markup(text))).toBe(text);
});

test('puts each line of verse in an element of its own, with its indentation', () => {
  const html = markup('Roses\n      are\n\t\t\t\t\tred\n\nProse follows.');
  expect(linesIn(html)).toBe(3);
  expect(html).toContain('<span dir="auto" data-hang="1">      are</span>');
  expect(html).toContain('data-hang="3"');
  expect(html).toContain('<p><span>Prose follows.</span></p>');
});

test('indents the rest of a list’s lines beneath their numbers, however long they are', () => {
  const long = 'The postcard of a bridge, which was never built, '.repeat(3);
  expect(linesIn(markup(`For you:\n1. A lemon.\n 2) ${long}\n٣. ${long}`))).toBe(4);
  expect(markup(`1. ${long}\n      2. ${long}`)).toMatch(
    /<span dir="auto" data-hang="item">1.*<span dir="auto" data-hang="1"> {6}2/s,
  );
  expect(linesIn(markup(`- A lemon.\n- ${long}\n• ${long}`))).toBe(3);
  expect(linesIn(markup(`${long}\n3. ${long}`))).toBe(0);
  expect(linesIn(markup(`1977. ${long}\n-${long}`))).toBe(0);
  expect(linesIn(markup(`3. ${long}`))).toBe(0);
});

test('does not indent prose as verse, even where paragraphs are one line break apart', () => {
  const prose =
    'It rained again, and we walked along the river until it was dark and the lamps were lit.';
  expect(linesIn(markup(`${prose} And then some.\n${prose}`))).toBe(0);
  expect(linesIn(markup(`${prose}\n\n${prose}`))).toBe(0);
});

test('breaks its lines also for programs without our styles, such as reading views', () => {
  const inWords = (html: string) => html.replaceAll('\n', ' ').replaceAll(/<br\/?>/g, '/');
  const plain = (text: string) => wordsIn(inWords(markup(text)));
  expect(plain('Roses\n  are red\n\nEnd')).toBe('Roses /  are red  End');
  const prose = 'It rained. '.repeat(20);
  expect(plain(`${prose}\n${prose}\n`)).toBe(`${prose} /${prose} /`);
});

test('puts a very long paragraph into several text nodes, without breaking its words', () => {
  const prose = 'L’été à la forêt. '.repeat(500);
  const [first, ...others] = nodesIn(prose);
  expect(others.length).toBeGreaterThan(3);
  for (const node of others) expect(node).toMatch(/^\s/);
  expect([first, ...others].join('')).toBe(prose);
});

test('cuts a word that is longer than a text node, but no character', () => {
  const nodes = nodesIn('🎂'.repeat(5000));
  expect(nodes).toHaveLength(6);
  for (const node of nodes) expect(node).toMatch(/^🎂+$/u);
});
