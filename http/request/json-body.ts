import type { IncomingMessage } from 'node:http';
import { problem } from '../problem.ts';

type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

interface BodyLimit {
  bytes: number;
  /** What to say of the fields that can make a body too large. */
  fields: Record<string, string>;
}

/** In bytes. Beyond this, a body is no longer read and discarded, and its connection is closed. */
const MAX_DISCARDED = 64 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body of JSON. What is wrong with it is answered with 400, 413 or 415. */
export async function readJsonBody(incoming: IncomingMessage, limit: BodyLimit): Promise<JsonBody> {
  const { 'content-type': said = '', 'content-length': declared } = incoming.headers;
  const [type = ''] = said.split(';');
  if (type.trim().toLowerCase() !== 'application/json') return refuse('body-not-declared-json');
  if (Number(declared) > MAX_DISCARDED) return tooLarge(limit);
  const bytes = await readAtMost(limit.bytes, incoming);
  if (!bytes) return tooLarge(limit);
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return refuse('body-not-json');
  }
}

/**
 * Reads a body; null when it is longer than `most` bytes. The rest is read and
 * discarded: a client that is still sending takes an early answer for a broken connection, and never
 * learns what was wrong.
 */
async function readAtMost(most: number, incoming: IncomingMessage): Promise<Uint8Array | null> {
  const declared = Number(incoming.headers['content-length'] ?? most);
  // Copied together: each of the pieces that a stranger can cut a body into, of one byte, takes 300 in memory.
  const bytes = Buffer.allocUnsafe(Math.min(declared, most));
  let length = 0;
  // Leaving the loop must not destroy the connection, which the answer needs.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    if (length + chunk.byteLength <= bytes.byteLength) bytes.set(chunk, length);
    length += chunk.byteLength;
    if (length > MAX_DISCARDED) return null;
  }
  return length > most ? null : bytes.subarray(0, length);
}

function refuse(code: 'body-not-declared-json' | 'body-not-json'): JsonBody {
  return { ok: false, response: problem(code) };
}

function tooLarge({ fields }: BodyLimit): JsonBody {
  return { ok: false, response: problem('body-too-large', { fields }) };
}
