import type { RandomBytes } from './random-bytes.ts';
import { randomText } from './random-text.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id: 22 characters of base62, which is 131 bits, because a hidden letter's link is its only key. */
export function newLetterId(randomBytes: RandomBytes): string {
  return randomText(22, BASE62, randomBytes);
}

/** Whether a text could be a letter's id, ours or one from elsewhere. */
export function isLetterId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(text);
}
