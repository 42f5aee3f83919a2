import type { RandomBytes } from '#core/random-bytes.ts';

export const randomBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));
