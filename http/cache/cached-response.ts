import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import { type Encoding, preferredEncoding } from '../request/accepted-encoding.ts';

const brotliCompressed = promisify(zlib.brotliCompress);
const gzipped = promisify(zlib.gzip);

/** Compression levels: up to 11 for Brotli, up to 9 for gzip. */
interface CompressionLevels {
  br: number;
  gzip: number;
}

/** For responses that are compressed once per change: small, yet quick enough for a reader to wait for. */
const CACHED: CompressionLevels = { br: 6, gzip: constants.Z_DEFAULT_COMPRESSION };
/** For responses that are compressed at every request: a quarter of the time, for a seventh more bytes. */
const UNCACHED: CompressionLevels = { br: 2, gzip: constants.Z_BEST_SPEED };
/** Below this many bytes compressing gains nothing. */
const WORTH_COMPRESSING = 1024;
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|javascript|xml)|image\/svg|\S+\+(?:xml|json))/;

type Bytes = Uint8Array<ArrayBuffer>;

/** A response that is the same for everyone who asks, as bytes. */
export interface CachedResponse {
  headers: Record<string, string>;
  /** The digest of the uncompressed bytes, after their version if they have one; each ETag is derived from it. */
  digest: string;
  size: number;
  compressible: boolean;
  /** Each encoding is compressed once, when it is first asked for. */
  bodies: Map<Encoding, Bytes | Promise<Bytes>>;
}

/**
 * @param headers may contain an ETag that names a version: the response's own ETag begins with it
 * @param compressed the encodings that exist already
 */
export function createCachedResponse(
  bytes: Bytes,
  { etag, ...headers }: Record<string, string>,
  compressed: Partial<Record<Encoding, Bytes>> = {},
): CachedResponse {
  const size = bytes.byteLength;
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22);
  return {
    headers,
    digest: etag ? `${etag.slice(1, -1)}.${digest}` : digest,
    size,
    compressible: size >= WORTH_COMPRESSING && COMPRESSIBLE.test(headers['content-type'] ?? ''),
    bodies: new Map(Object.entries({ identity: bytes, ...compressed }) as [Encoding, Bytes][]),
  };
}

export async function bufferResponse(response: Response): Promise<CachedResponse> {
  return createCachedResponse(
    new Uint8Array(await response.arrayBuffer()),
    Object.fromEntries(response.headers),
  );
}

/** Answers a GET or HEAD in the best encoding that the client accepts; with 304 when its ETag matches. */
export async function respondFromCache(kept: CachedResponse, request: Headers): Promise<Response> {
  const encoding = encodingFor(kept, request.get('Accept-Encoding'));
  const headers = headersOf(kept, encoding);
  if (isKnown(request.get('If-None-Match'), etagOf(kept, encoding))) {
    return new Response(null, { status: 304, headers });
  }
  const body = await bodyOf(kept, encoding);
  headers['content-length'] = String(body.byteLength);
  return new Response(body, { headers });
}

/** @param accepted the request's Accept-Encoding */
export function encodingFor(
  { compressible }: CachedResponse,
  accepted: string | null | undefined,
): Encoding {
  return compressible ? preferredEncoding(accepted) : 'identity';
}

/**
 * Answers with a response that is not cached, compressed for this one request. Nothing of a request is
 * repeated in a response, so its compressed length gives no words away (as in BREACH).
 */
export async function respondUncached(made: Response, request: Headers): Promise<Response> {
  const once = await bufferResponse(made);
  const encoding = encodingFor(once, request.get('Accept-Encoding'));
  return withoutEtag(once, encoding, await compress(once, encoding, UNCACHED), made.status);
}

/** Answers 404 with a page that is cached here, but that no client may cache. */
export async function respondNotFound(kept: CachedResponse, request: Headers): Promise<Response> {
  const encoding = encodingFor(kept, request.get('Accept-Encoding'));
  return withoutEtag(kept, encoding, await bodyOf(kept, encoding), 404);
}

/** Leaves out the ETag, since clients that do not store a response never revalidate it. */
function withoutEtag(
  kept: CachedResponse,
  encoding: Encoding,
  body: Bytes,
  status: number,
): Response {
  const { etag: _, ...headers } = headersOf(kept, encoding);
  headers['content-length'] = String(body.byteLength);
  return new Response(body, { status, headers });
}

/** The headers of a 200 or a 304 in this encoding. */
export function headersOf(kept: CachedResponse, encoding: Encoding): Record<string, string> {
  const etag = etagOf(kept, encoding);
  const headers: Record<string, string> = { ...kept.headers, etag, vary: 'Accept-Encoding' };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return headers;
}

export function etagOf({ digest }: CachedResponse, encoding: Encoding): string {
  return encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
}

/** Whether the client has the response with this ETag. Compared weakly: a proxy may have marked it as weak. */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const known = ifNoneMatch.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/** Compresses a response into the encodings in which its predecessor was asked for. */
export async function compressLike(other: CachedResponse, kept: CachedResponse): Promise<void> {
  await Promise.all([...other.bodies.keys()].map((encoding) => bodyOf(kept, encoding)));
}

function bodyOf(kept: CachedResponse, encoding: Encoding): Bytes | Promise<Bytes> {
  const ready = kept.bodies.get(encoding);
  if (ready) return ready;
  const made = compress(kept, encoding, CACHED).then((bytes) => {
    kept.bodies.set(encoding, bytes);
    return bytes;
  });
  kept.bodies.set(encoding, made);
  // The compression may have failed for a momentary lack of memory: the next request tries again.
  made.catch(() => kept.bodies.delete(encoding));
  return made;
}

async function compress(
  { bodies }: CachedResponse,
  encoding: Encoding,
  { br, gzip }: CompressionLevels,
): Promise<Bytes> {
  const identity = await (bodies.get('identity') as Bytes);
  if (encoding === 'identity') return identity;
  const params = { [constants.BROTLI_PARAM_QUALITY]: br };
  return new Uint8Array(
    encoding === 'br'
      ? await brotliCompressed(identity, { params })
      : await gzipped(identity, { level: gzip }),
  );
}
