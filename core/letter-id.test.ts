import { expect, test } from 'vitest';
import { isLetterId, newLetterId } from './letter-id.ts';

test('a new id has 22 characters, of which none is favoured', () => {
  // Bytes from 248 on would make the first eight characters likelier than the others.
  const bytes = Uint8Array.from({ length: 28 }, (_, at) => (at % 2 === 0 ? 248 : 61));
  expect(newLetterId(() => bytes)).toBe('z'.repeat(22));
});

test('an id has 1 to 128 letters, digits, hyphens or underscores', () => {
  for (const id of ['a', '-_', 'Z9'.repeat(64)]) expect(isLetterId(id)).toBe(true);
  for (const none of ['', 'a b', 'ä', '../x', 'a'.repeat(129)])
    expect(isLetterId(none)).toBe(false);
});
