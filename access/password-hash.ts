import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { RandomBytes } from '#core/random-bytes.ts';

/**
 * Password hashes as PHC strings: `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`, base64 without
 * padding. The costs are the first recommendation of the OWASP password storage cheat sheet.
 * https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
 */

/** The memory in KiB. */
const COSTS = { memory: 19_456, passes: 2, parallelism: 1 };
/** In KiB. Whoever guesses has the site take it for each password, and two at once. */
const MOST_MEMORY = 2 ** 20;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const derive = promisify(argon2);

type Costs = typeof COSTS;

interface PasswordHash {
  costs: Costs;
  salt: Buffer;
  hash: Buffer;
}

export async function hashPassword(password: string, randomBytes: RandomBytes): Promise<string> {
  const salt = Buffer.from(randomBytes(SALT_BYTES));
  const hash = await digest(password, salt, COSTS, HASH_BYTES);
  const { memory, passes, parallelism } = COSTS;
  const parts = [salt, hash].map((bytes) => bytes.toBase64({ omitPadding: true }));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${parts.join('$')}`;
}

/** The parts of a PHC string, or null when the text is not one that we can check. */
export function parsePasswordHash(text: string): PasswordHash | null {
  const parts = PHC.exec(text);
  if (!parts) return null;
  const [, memory, passes, parallelism, salt, hash] = parts as unknown as string[];
  const costs = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  if (!canBePaid(costs)) return null;
  return {
    costs,
    salt: Buffer.from(salt ?? '', 'base64'),
    hash: Buffer.from(hash ?? '', 'base64'),
  };
}

/** The least costs are those of RFC 9106. */
function canBePaid({ memory, passes, parallelism }: Costs): boolean {
  return passes > 0 && parallelism > 0 && memory >= 8 * parallelism && memory <= MOST_MEMORY;
}

export function isPasswordHash(text: string): boolean {
  return parsePasswordHash(text) !== null;
}

export async function matchesPasswordHash(
  { costs, salt, hash }: PasswordHash,
  password: string,
): Promise<boolean> {
  return timingSafeEqual(await digest(password, salt, costs, hash.length), hash);
}

/** The same password typed on two keyboards can arrive in two forms of Unicode: NFC makes them one. */
function digest(password: string, salt: Buffer, costs: Costs, tagLength: number): Promise<Buffer> {
  const message = password.normalize('NFC');
  return derive('argon2id', { message, nonce: salt, tagLength, ...costs });
}
