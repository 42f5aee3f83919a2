import { randomText } from '#core/random-text.ts';

/** Without letters that look alike, and lower case only, which is quick to type on a phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';

/**
 * A password of five groups of four letters, which is 90 bits.
 * @param randomBytes a cryptographically secure source
 */
export function makePassword(randomBytes: (count: number) => Uint8Array): string {
  return Array.from({ length: 5 }, () => randomText(4, LETTERS, randomBytes)).join('-');
}
