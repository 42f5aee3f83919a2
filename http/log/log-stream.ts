import type { Writable } from 'node:stream';

/** Bytes that wait for the log's reader at most: a rush writes eight million of them in a second. */
const MAX_UNREAD = 16_000_000;

/**
 * Writes lines to a stream, whose reader may go away, or stop reading, while the site runs on: what comes
 * once too much is unread is dropped, or it would fill the memory.
 */
export function logStream(stream: Writable, mostUnread = MAX_UNREAD): (lines: string) => void {
  stream.on('error', () => {});
  return (lines) => {
    if (stream.writableLength < mostUnread) stream.write(lines);
  };
}
