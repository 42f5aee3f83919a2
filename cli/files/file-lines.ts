import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;
/** In bytes, without the newline: many times the longest letter, and small enough for memory. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * The lines of a file as bytes, each with the newline that ends it, if one does.
 * @throws what the file system throws, and a RangeError at a line that is too long to be one
 */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end + 1)]);
      pending = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    pending.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > LONGEST_LINE) throw new RangeError('A line is too long.');
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}
