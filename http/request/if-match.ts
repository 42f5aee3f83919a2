/** The version that a change is meant for; undefined when any will do, null when it is unreadable. */
export function readIfMatch(header: string | undefined): number | null | undefined {
  if (header === undefined || header === '*') return undefined;
  const version = /^"(\d{1,15})"$/.exec(header)?.[1];
  return version === undefined ? null : Number(version);
}
