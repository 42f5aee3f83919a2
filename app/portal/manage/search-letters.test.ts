import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchLetters } from './search-letters.tsx';

test('the field for a search has a form of its own, without which the browser examines the buttons of all rows', () => {
  const markup = renderToStaticMarkup(createElement(SearchLetters, { initial: '', onSeek() {} }));
  expect(markup).toMatch(/^<search [^>]+><form><input [^>]+name="q"[^>]*><\/form>/);
});
