import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '#core/random-bytes.ts';
import type { Records, StoredRecord } from '#core/store.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import {
  hashPassword,
  isPasswordHash,
  matchesPasswordHash,
  parsePasswordHash,
} from './password-hash.ts';

const KIND = 'admin';
const KEY = 'credentials';
const FIELDS = ['mainPassword', 'alternativePassword'] as const;

/** In UTF-16 units. Enough for any passphrase, and little enough to hash at once. */
export const MAX_PASSWORD_LENGTH = 1024;
/** A hash takes 19 MiB and a processor core while it runs: more at once would starve the readers. */
const MAX_HASHES_AT_ONCE = 2;

export interface Passwords {
  mainPassword: string;
  alternativePassword: string;
}

/** The hashes of the passwords, as backups and copies carry them; one may be missing. */
export type PasswordHashes = Partial<Passwords>;

/** How many passwords are stored in which form. */
interface CredentialsState {
  hashed: number;
  /** As another program stored them; the first login replaces them by hashes. */
  plain: number;
}

/** The two passwords of the owner. Every method rejects with `StoreUnavailable`. */
export interface Credentials {
  exist(): Promise<boolean>;
  /** Keeps the first passwords; false when there are some already. */
  create(passwords: Passwords): Promise<boolean>;
  replace(passwords: Passwords): Promise<void>;
  /** Changes whenever the passwords do; null when none are kept. */
  version(): Promise<number | null>;
  /** Whether a password is one of the two; `missing` when none are stored. */
  verify(password: string): Promise<'right' | 'wrong' | 'missing'>;
  /** The stored hashes, for another store; plain values are hashed first. Null when there are none. */
  hashes(): Promise<PasswordHashes | null>;
  /** Replaces the credentials by what `hashes` gave in another store. */
  replaceHashes(hashes: PasswordHashes): Promise<void>;
  /** Whether the stored passwords are those of these hashes. */
  match(hashes: PasswordHashes): Promise<boolean>;
  state(): Promise<CredentialsState>;
}

export function createCredentials(records: Records, randomBytes: RandomBytes): Credentials {
  const limited = createConcurrencyLimit(MAX_HASHES_AT_ONCE);
  const hash = (password: string) => limited(() => hashPassword(password, randomBytes));

  async function hashBoth({ mainPassword, alternativePassword }: Passwords) {
    const [main, alternative] = await Promise.all([hash(mainPassword), hash(alternativePassword)]);
    return { mainPassword: main, alternativePassword: alternative };
  }

  async function matches(kept: string | undefined, password: string): Promise<boolean> {
    const parsed = kept === undefined ? null : parsePasswordHash(kept);
    if (parsed) return limited(() => matchesPasswordHash(parsed, password));
    // Hashed only for the time that it takes: timing must not reveal whether a hash, a password or nothing is stored.
    await hash(password);
    // A record that another program wrote holds the password itself until the first login.
    return kept !== undefined && timingSafeEqual(sha256(kept), sha256(password));
  }

  async function isOf(kept: string | undefined, other: string | undefined): Promise<boolean> {
    if (kept === other || kept === undefined || other === undefined) return kept === other;
    const parsed = parsePasswordHash(other);
    // Where another hash is kept, its text is nobody's password.
    return parsed !== null && limited(() => matchesPasswordHash(parsed, kept));
  }

  /** The same passwords, the plain ones hashed. */
  async function hashed(passwords: Partial<Passwords>): Promise<PasswordHashes> {
    const hashes = { ...passwords };
    for (const field of FIELDS) {
      const kept = passwords[field];
      if (kept !== undefined && !isPasswordHash(kept)) hashes[field] = await hash(kept);
    }
    return hashes;
  }

  const read = async () => passwordsIn(await records.get(KIND, KEY));

  return {
    async exist() {
      return (await records.get(KIND, KEY)) !== null;
    },

    async create(passwords) {
      const version = await records.put(KIND, KEY, await hashBoth(passwords), { ifVersion: 0 });
      return version !== null;
    },

    async replace(passwords) {
      await records.put(KIND, KEY, await hashBoth(passwords));
    },

    async version() {
      return (await records.get(KIND, KEY))?.version ?? null;
    },

    async verify(password) {
      const record = await records.get(KIND, KEY);
      const kept = passwordsIn(record);
      const texts = Object.values(kept);
      if (!record || texts.length === 0) return 'missing';
      // Refused without hashing: the site stores no such password, so the shorter time reveals nothing.
      if (password.length > MAX_PASSWORD_LENGTH || !password.isWellFormed()) return 'wrong';
      // Both are always tried, so that timing does not tell which one matched.
      const results = await Promise.all(FIELDS.map((field) => matches(kept[field], password)));
      if (!results.includes(true)) return 'wrong';
      if (!texts.every(isPasswordHash)) {
        const value = { ...record.value, ...(await hashed(kept)) };
        // Compare-and-set: passwords that were changed meanwhile stay.
        await records.put(KIND, KEY, value, { ifVersion: record.version });
      }
      return 'right';
    },

    async hashes() {
      const hashes = await hashed(await read());
      return Object.keys(hashes).length > 0 ? hashes : null;
    },

    async replaceHashes(hashes) {
      await records.put(KIND, KEY, { ...hashes });
    },

    async match(hashes) {
      const here = await read();
      const same = await Promise.all(FIELDS.map((field) => isOf(here[field], hashes[field])));
      return same.every(Boolean);
    },

    async state() {
      const texts = Object.values(await read());
      const hashed = texts.filter(isPasswordHash).length;
      return { hashed, plain: texts.length - hashed };
    },
  };
}

function passwordsIn(record: StoredRecord | null): Partial<Passwords> {
  const pairs = FIELDS.map((field) => [field, record?.value[field]] as const);
  return Object.fromEntries(pairs.filter(([, text]) => typeof text === 'string' && text !== ''));
}

function sha256(text: string): Buffer {
  return digest('sha256', text.normalize('NFC'), 'buffer');
}
