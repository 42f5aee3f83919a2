import type { RandomBytes } from './random-bytes.ts';

/** Text in which every character of an alphabet is equally likely. */
export function randomText(length: number, alphabet: string, randomBytes: RandomBytes): string {
  // Larger bytes are rejected, since they would favour the beginning of the alphabet.
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    // A few more than needed, for those that are rejected.
    for (const byte of randomBytes(length + 6)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
