import { expect, test } from 'vitest';
import { StoreUnavailable } from './errors.ts';

test.each([
  [new Error('It ended.\nHint: Secret'), 'It ended'],
  [new Error('cannot use postgres://me:Secret@host/letters'), 'cannot use …'],
  [new Error(''), 'it gave no reason'],
  ['Secret', 'it gave no reason'],
  [undefined, 'it gave no reason'],
])(
  'a store that failed because of %s is unavailable, and says why in one line',
  (cause, reason) => {
    expect(new StoreUnavailable(cause)).toMatchObject({ kind: 'away', reason });
  },
);

test('keeps the kind and reason that the engine’s error gives', () => {
  const trouble = { kind: 'full', reason: 'there is no room' } as const;
  expect(new StoreUnavailable(new Error('53100'), trouble)).toMatchObject(trouble);
});
