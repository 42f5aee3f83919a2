import type { IncomingMessage } from 'node:http';
import { problem } from '../problem.ts';

type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

interface BodyLimit {
  bytes: number;
  /** What to say of the field that alone can be so large. */
  fields: Record<string, string>;
}

/** In bytes. Whoever sends more than this is not listening, and is cut off. */
const MOST_DISCARDED = 64 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body of JSON. What is wrong with it is answered with 400, 413 or 415. */
export async function readJsonBody(incoming: IncomingMessage, limit: BodyLimit): Promise<JsonBody> {
  const { 'content-type': said = '', 'content-length': declared } = incoming.headers;
  const [type = ''] = said.split(';');
  if (type.trim().toLowerCase() !== 'application/json') return refuse('body-not-declared-json');
  const length = Number(declared);
  if (length > MOST_DISCARDED) return tooLarge(limit);
  // The parser lets nobody send more than was declared.
  const isThere = incoming.readableLength === length && length <= limit.bytes;
  const bytes = isThere ? readAtOnce(incoming) : await readAtMost(limit.bytes, incoming);
  if (!bytes) return tooLarge(limit);
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return refuse('body-not-json');
  }
}

/**
 * A body that has come with its request, as small ones do; without a stream, which would take 40 µs
 * of the 500 of a letter.
 */
function readAtOnce(incoming: IncomingMessage): Uint8Array {
  const bytes = incoming.read() ?? Buffer.alloc(0);
  // Nothing more comes, but that has to be read as well.
  incoming.resume();
  return bytes;
}

/**
 * Reads a body, which may not say how long it will be; null when it is longer than `most` bytes.
 * What is too much is read on and thrown away: whoever is still sending would take an early answer
 * for a broken connection, and never learn what was wrong.
 */
async function readAtMost(most: number, incoming: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Its connection is still needed for the answer.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    length += chunk.byteLength;
    if (length > MOST_DISCARDED) return null;
    if (length > most) chunks.length = 0;
    else chunks.push(chunk);
  }
  return length > most ? null : Buffer.concat(chunks);
}

function refuse(code: 'body-not-declared-json' | 'body-not-json'): JsonBody {
  return { ok: false, response: problem(code) };
}

function tooLarge({ fields }: BodyLimit): JsonBody {
  return { ok: false, response: problem('body-too-large', { fields }) };
}
