import { problem } from './problem.ts';

export type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

export interface BodyLimit {
  bytes: number;
  /** What to say of the field that alone can be so large. */
  fields: Record<string, string>;
}

/** In bytes. Whoever sends more than this is not listening, and is cut off. */
const MOST_DISCARDED = 64 * 1024 * 1024;

/** Reads a body of JSON. What is wrong with it is answered with 400, 413 or 415. */
export async function readJsonBody(request: Request, limit: BodyLimit): Promise<JsonBody> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refuse('body-not-declared-json');
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > MOST_DISCARDED) return tooLarge(limit);
  // The parser lets nobody send more than was declared. To do without a stream saves 0.1 ms of 0.6.
  const bytes =
    declared <= limit.bytes
      ? new Uint8Array(await request.arrayBuffer())
      : await readAtMost(limit.bytes, request.body);
  if (!bytes) return tooLarge(limit);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refuse('body-not-json');
  }
}

/**
 * Reads a body, which may not say how long it will be; null when it is longer than `most` bytes.
 * What is too much is read on and thrown away: whoever is still sending would take an early answer
 * for a broken connection, and never learn what was wrong.
 */
async function readAtMost(most: number, body: Request['body']): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
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
