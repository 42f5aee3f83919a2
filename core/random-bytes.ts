/** Random bytes of a cryptographically secure source. */
export type RandomBytes = (count: number) => Uint8Array;
