import { expect, test } from 'vitest';
import { changesToTell, type OutboxRow } from './outbox.ts';

test('a withdrawal is told as one, though its letter has been shown again since', () => {
  const letter = { id: 'one', title: 'One', date: null, position: 'a' };
  const row = (seq: number, kind: OutboxRow['kind']) => ({ seq, kind, letterId: 'one', letter });
  expect(changesToTell([row(4, 'withdrawn'), row(5, 'shown')], 3, 5)).toEqual([
    { kind: 'withdrawn', seq: 4, id: 'one' },
    { kind: 'shown', seq: 5, letter },
  ]);
});
