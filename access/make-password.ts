/** Letters that nobody takes for another, read from a screen or typed on a phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const GROUPS = 5;
const GROUP_LENGTH = 4;
/** Bytes from here on are thrown away, so that no letter is favoured. */
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
