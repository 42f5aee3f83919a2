/** Without letters that look alike, and lower case only, which is quick to type on a phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const GROUPS = 5;
const GROUP_LENGTH = 4;
/** Bytes from here on are rejected, so that every letter is equally likely. */
const FAIR = 256 - (256 % LETTERS.length);

/**
 * A password of five groups of four letters, which is 90 bits.
 * @param randomBytes a cryptographically secure source
 */
export function makePassword(randomBytes: (count: number) => Uint8Array): string {
  let letters = '';
  while (letters.length < GROUPS * GROUP_LENGTH) {
    for (const byte of randomBytes(GROUPS * GROUP_LENGTH)) {
      if (byte < FAIR) letters += LETTERS[byte % LETTERS.length];
    }
  }
  const group = (_: unknown, at: number) =>
    letters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH);
  return Array.from({ length: GROUPS }, group).join('-');
}
