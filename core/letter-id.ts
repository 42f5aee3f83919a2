const ID_LENGTH = 22;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The greatest multiple of 62 in a byte: bytes from here on are rejected, so that no digit is favoured. */
const FAIR = 248;
/** How many bytes are drawn at a time: a few more than needed, for those that are rejected. */
const ENOUGH = ID_LENGTH + 6;

/**
 * A new id: 22 characters of base62, which is 131 bits, because a hidden letter's link is its only key.
 * @param randomBytes a cryptographically secure source
 */
export function newLetterId(randomBytes: (count: number) => Uint8Array): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of randomBytes(ENOUGH)) {
      if (byte < FAIR && id.length < ID_LENGTH) id += BASE62[byte % BASE62.length];
    }
  }
  return id;
}

/** Whether a text could be a letter's id, ours or one from elsewhere. */
export function isLetterId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(text);
}
