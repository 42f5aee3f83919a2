/** Shared: a new one for each answer would be garbage, whose collection takes longer than an answer. */
const RECEIVED = Buffer.alloc(64 * 1024);

/** What a socket is given as `onread`. @param take may look at the bytes until it returns */
export function readInto(take: (bytes: Buffer) => void) {
  const callback = (count: number) => {
    take(RECEIVED.subarray(0, count));
    return true;
  };
  return { buffer: RECEIVED, callback };
}
