import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isLetterId, newLetterId } from './letter-id.ts';

describe('an id', () => {
  test('is 22 characters of base62, each equally likely', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 3000; n += 1) {
      const id = newLetterId(randomBytes);
      expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
      expect(isLetterId(id)).toBe(true);
      for (const character of id) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
  });

  test('discards bytes that would make some characters more likely', () => {
    const bytes = [248, 255, 0, 61, 62, 247];
    const ids = newLetterId((count) =>
      Uint8Array.from({ length: count }, (_, at) => bytes[at % 6] ?? 0),
    );
    expect(ids).toBe('0z0z'.repeat(6).slice(0, 22));
  });

  test.each(['a', '-_', 'A'.repeat(128), '6vrsyBTpHpTBysrv6Lf6'])('such as %j is valid', (id) =>
    expect(isLetterId(id)).toBe(true),
  );
  test.each(['', 'A'.repeat(129), 'a/b', 'a.b', 'a b', 'é', '%2F', 'a\n', '../a'])(
    'such as %j is not valid',
    (id) => expect(isLetterId(id)).toBe(false),
  );
});
