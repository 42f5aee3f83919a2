/** A valid ETag, ours or not (RFC 9110, 8.8.3). */
const TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
/** A version that no letter or draft has. */
const NO_VERSION = -1;

/**
 * The version in an If-Match header; undefined when any will do, null when the header is malformed. A
 * foreign or weak ETag is valid and matches nothing (RFC 9110, 13.1.1).
 */
export function readIfMatch(header: string | undefined): number | null | undefined {
  if (header === undefined || header === '*') return undefined;
  const version = /^"(\d{1,15})"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  return TAG.test(header) ? NO_VERSION : null;
}
