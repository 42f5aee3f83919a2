/** What HTTP takes for a tag, though it may be none of ours (RFC 9110, 8.8.3). */
const TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
/** No letter and no draft has it. */
const NO_VERSION = -1;

/**
 * The version that a change is meant for; undefined when any will do, null when it is unreadable. A
 * tag that never was one of ours, or a weak one, is readable and fits nothing (RFC 9110, 13.1.1).
 */
export function readIfMatch(header: string | undefined): number | null | undefined {
  if (header === undefined || header === '*') return undefined;
  const version = /^"(\d{1,15})"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  return TAG.test(header) ? NO_VERSION : null;
}
