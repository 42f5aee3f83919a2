import type { ProblemCode } from '#core/errors.ts';

/** @property version undefined when any version will do */
type IfMatch = { ok: true; version: number | undefined } | { ok: false; code: ProblemCode };

/** A valid ETag, ours or not (RFC 9110, 8.8.3). */
const TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
/** A version that no letter or draft has. */
const NO_VERSION = -1;

/** A version as an ETag: alone, or as the beginning of a cached response's ETag (cached-response.ts). */
const VERSION = /^"(\d{1,15})(?:\.[\w-]+)?"$/;

/**
 * The version in an If-Match header. A foreign or weak ETag is valid and matches nothing (RFC 9110, 13.1.1).
 */
export function readIfMatch(header: string | undefined): IfMatch {
  if (header === undefined || header === '*') return { ok: true, version: undefined };
  const version = VERSION.exec(header)?.[1];
  if (version !== undefined) return { ok: true, version: Number(version) };
  if (TAG.test(header)) return { ok: true, version: NO_VERSION };
  return { ok: false, code: 'version-unreadable' };
}
