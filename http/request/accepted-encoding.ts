export type Encoding = 'identity' | 'br' | 'gzip';

const BR = listed('br');
const GZIP = listed('gzip');

/** The best encoding that a client accepts. @param accepted its Accept-Encoding, if it sent one */
export function preferredEncoding(accepted: string | null | undefined): Encoding {
  const header = accepted ?? '';
  if (BR.test(header)) return 'br';
  return GZIP.test(header) ? 'gzip' : 'identity';
}

/** Finds an encoding in a list, unless its quality is zero, which refuses it. */
function listed(encoding: Encoding): RegExp {
  return new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|[,;])))`, 'i');
}
