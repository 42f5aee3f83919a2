import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import { type Encoding, preferredEncoding } from '../request/accepted-encoding.ts';

const brotliCompressed = promisify(zlib.brotliCompress);
const gzipped = promisify(zlib.gzip);

/** How thorough compression is, of Brotli's 11 and gzip's 9. */
interface Thoroughness {
  br: number;
  gzip: number;
}

/** Good enough for what is made once per change, and quick enough to be waited for. */
const KEPT: Thoroughness = { br: 5, gzip: constants.Z_DEFAULT_COMPRESSION };
/** A third of the time, for an eighth more bytes: it is made for everyone who asks. */
const ONCE: Thoroughness = { br: 2, gzip: constants.Z_BEST_SPEED };
/** As a power of two. 64 kB are as long as most pages, which become no bigger by it, in a quarter less time. */
const WINDOW = 16;
/** Below this many bytes compressing gains nothing. */
const WORTH_COMPRESSING = 1024;
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|javascript|xml)|image\/svg|\S+\+(?:xml|json))/;

type Bytes = Uint8Array<ArrayBuffer>;

/** An answer that is the same for everyone who asks, as bytes ready to be sent. */
export interface KeptResponse {
  headers: Record<string, string>;
  /** Of the identity bytes; names them in every ETag. */
  digest: string;
  size: number;
  compressible: boolean;
  /** Each encoding is made once, when it is first asked for. */
  bodies: Map<Encoding, Bytes | Promise<Bytes>>;
}

/** @param compressed the encodings that are there already */
export function keepBytes(
  bytes: Bytes,
  headers: Record<string, string>,
  compressed: Partial<Record<Encoding, Bytes>> = {},
): KeptResponse {
  const size = bytes.byteLength;
  return {
    headers,
    digest: hash('sha256', bytes, 'base64url').slice(0, 22),
    size,
    compressible: size >= WORTH_COMPRESSING && COMPRESSIBLE.test(headers['content-type'] ?? ''),
    bodies: new Map(Object.entries({ identity: bytes, ...compressed }) as [Encoding, Bytes][]),
  };
}

export async function keepResponse(response: Response): Promise<KeptResponse> {
  return keepBytes(
    new Uint8Array(await response.arrayBuffer()),
    Object.fromEntries(response.headers),
  );
}

/** Answers a GET or HEAD in the best encoding that its sender takes, with 304 when it has it already. */
export async function answerKept(kept: KeptResponse, request: Headers): Promise<Response> {
  const encoding = encodingFor(kept, request.get('Accept-Encoding'));
  const headers = headersOf(kept, encoding);
  if (isKnown(request.get('If-None-Match'), etagOf(kept, encoding))) {
    return new Response(null, { status: 304, headers });
  }
  const body = await bodyOf(kept, encoding);
  headers['content-length'] = String(body.byteLength);
  return new Response(body, { headers });
}

/** @param accepted the sender's Accept-Encoding */
export function encodingFor(
  { compressible }: KeptResponse,
  accepted: string | null | undefined,
): Encoding {
  return compressible ? preferredEncoding(accepted) : 'identity';
}

/**
 * Gives what is kept nowhere to the one who asked for it, in the best encoding that they take. As
 * nothing of a request comes up in an answer, how long that becomes tells nothing of its words.
 */
export async function answerOnce(made: Response, request: Headers): Promise<Response> {
  const once = await keepResponse(made);
  const encoding = encodingFor(once, request.get('Accept-Encoding'));
  return answerUnnamed(once, encoding, await compress(once, encoding, ONCE), made.status);
}

/** Gives what is kept here, and by nobody who asks. @param status of the answer */
export async function answerFrom(
  kept: KeptResponse,
  status: number,
  request: Headers,
): Promise<Response> {
  const encoding = encodingFor(kept, request.get('Accept-Encoding'));
  return answerUnnamed(kept, encoding, await bodyOf(kept, encoding), status);
}

/** Without an ETag: nobody asks again whether it is still the same. */
function answerUnnamed(
  kept: KeptResponse,
  encoding: Encoding,
  body: Bytes,
  status: number,
): Response {
  const { etag: _, ...headers } = headersOf(kept, encoding);
  headers['content-length'] = String(body.byteLength);
  return new Response(body, { status, headers });
}

/** What goes with an answer in this encoding, whether its bytes are sent or are known already. */
export function headersOf(kept: KeptResponse, encoding: Encoding): Record<string, string> {
  const etag = etagOf(kept, encoding);
  const headers: Record<string, string> = { ...kept.headers, etag, vary: 'Accept-Encoding' };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return headers;
}

export function etagOf({ digest }: KeptResponse, encoding: Encoding): string {
  return encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
}

/**
 * Whether who asks has it already. If-None-Match compares weakly: a proxy may have marked our ETag
 * as weak.
 */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const known = ifNoneMatch.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/** Makes an answer ready to be given in the encodings in which another one was asked for. */
export async function compressLike(other: KeptResponse, kept: KeptResponse): Promise<void> {
  if (!kept.compressible) return;
  await Promise.all([...other.bodies.keys()].map((encoding) => bodyOf(kept, encoding)));
}

function bodyOf(kept: KeptResponse, encoding: Encoding): Bytes | Promise<Bytes> {
  const ready = kept.bodies.get(encoding);
  if (ready) return ready;
  const made = compress(kept, encoding, KEPT).then((bytes) => {
    kept.bodies.set(encoding, bytes);
    return bytes;
  });
  kept.bodies.set(encoding, made);
  // As when there is no memory for it at the moment: whoever comes next has it tried again.
  made.catch(() => kept.bodies.delete(encoding));
  return made;
}

async function compress(
  { bodies }: KeptResponse,
  encoding: Encoding,
  { br, gzip }: Thoroughness,
): Promise<Bytes> {
  const identity = await (bodies.get('identity') as Bytes);
  if (encoding === 'identity') return identity;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: br,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW,
  };
  return new Uint8Array(
    encoding === 'br'
      ? await brotliCompressed(identity, { params })
      : await gzipped(identity, { level: gzip }),
  );
}
