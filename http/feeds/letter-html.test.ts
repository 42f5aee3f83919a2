import { expect, test } from 'vitest';
import { letterHtml } from './letter-html.ts';

const HELD = '\u00a0';

test('blanks that a browser would collapse or drop are held by no-break spaces, and single ones stay', () => {
  const content = 'a b   c\td\n d\n\te \n\n  f';
  expect(letterHtml(content, undefined)).toBe(
    `<p dir="auto">a b ${HELD} c${HELD} ${HELD} d<br>\n${HELD}d<br>\n${HELD} ${HELD} e </p>\n\n` +
      `<p dir="auto">${HELD} f</p>`,
  );
});

test('a line can be broken within many blanks, and those at its end do not fill another', () => {
  const many = ' '.repeat(200);
  const html = letterHtml(`${many}right${many}${many}more${many}\nnext`, undefined);
  const held = `${HELD} `.repeat(100);
  expect(html).toBe(`<p dir="auto">${held}right${held}${held}more${many}<br>\nnext</p>`);
});

test('blank lines at either end make no paragraph', () => {
  expect(letterHtml(' \n\na\n \n', undefined)).toBe(' \n\n<p dir="auto">a</p>\n \n');
});

test('blank lines beyond the first, which any two paragraphs are apart, are line breaks', () => {
  expect(letterHtml('one\n\ntwo\n\n \n\nthree', undefined)).toBe(
    '<p dir="auto">one</p>\n\n<p dir="auto">two</p>\n\n \n\n<p dir="auto"><br><br>three</p>',
  );
});
