export type Encoding = 'identity' | 'br' | 'gzip';

/** There are few ways in which browsers say this; who invents more must not fill the memory. */
const MOST_REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

/** The best encoding that a sender takes. @param accepted its Accept-Encoding, if it has one */
export function preferredEncoding(accepted: string | null | undefined): Encoding {
  const header = accepted ?? '';
  const known = remembered.get(header);
  if (known) return known;
  const encoding = read(header);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(header, encoding);
  return encoding;
}

function read(header: string): Encoding {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .filter(([, quality]) => !/^q=0(?:\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'identity';
}
