import { problem } from './problem.ts';

export type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

export interface BodyLimit {
  bytes: number;
  /** What to say of the field that alone can be so large. */
  fields: Record<string, string>;
}

/** Reads a body of JSON. What is wrong with it is answered with 400, 413 or 415. */
export async function readJsonBody(request: Request, limit: BodyLimit): Promise<JsonBody> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refuse('body-not-declared-json');
  if (Number(request.headers.get('Content-Length')) > limit.bytes) return tooLarge(limit);

  const chunks: Uint8Array[] = [];
  let length = 0;
  // A body sent in chunks does not say how long it will be.
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit.bytes) return tooLarge(limit);
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refuse('body-not-json');
  }
}

function refuse(code: 'body-not-declared-json' | 'body-not-json'): JsonBody {
  return { ok: false, response: problem(code) };
}

function tooLarge({ fields }: BodyLimit): JsonBody {
  return { ok: false, response: problem('body-too-large', { fields }) };
}
