import { createElement } from 'react';
import { expect, test } from 'vitest';
import { createReadyEnvelopes } from './ready-envelopes.ts';

test('an envelope is drawn once, again when it changes, and forgotten when it is not shown', () => {
  const drawn: string[] = [];
  const envelopes = createReadyEnvelopes(() => drawn.at(-1) ?? '');
  function show(...letters: [id: string, title: string][]) {
    const markup = letters.map(([id, title]) =>
      envelopes.markup({ id, title, date: null, position: id }, () => {
        drawn.push(`${id} ${title}`);
        return createElement('a');
      }),
    );
    envelopes.forgetOthers();
    return markup;
  }
  expect(show(['1', 'One'], ['2', 'Two'])).toEqual(['1 One', '2 Two']);
  expect(show(['1', 'One'], ['2', 'Other'])).toEqual(['1 One', '2 Other']);
  expect(show(['2', 'Other'])).toEqual(['2 Other']);
  expect(show(['1', 'One'])).toEqual(['1 One']);
  expect(drawn).toEqual(['1 One', '2 Two', '2 Other', '1 One']);
});
