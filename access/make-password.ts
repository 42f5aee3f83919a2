import type { RandomBytes } from '#core/random-bytes.ts';
import { randomText } from '#core/random-text.ts';

/** Without letters that look alike, and lower case only, which is quick to type on a phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';

/** A password of five groups of four letters, which is 90 bits. */
export function makePassword(randomBytes: RandomBytes): string {
  return Array.from({ length: 5 }, () => randomText(4, LETTERS, randomBytes)).join('-');
}
