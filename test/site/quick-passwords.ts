import type { Store } from '#core/store.ts';

/** Hashes of the owner's two passwords, at the least cost there is. */
const QUICK_HASHES = {
  mainPassword: '$argon2id$v=19$m=8,t=1,p=1$bGFtcC0tLS0$L3rXjQpc2lLPGIX9u2V7HA',
  alternativePassword: '$argon2id$v=19$m=8,t=1,p=1$aGVyb25zLS0$54ZQSffkdbP4lLcvbx8r8w',
};

/**
 * Stores cheap hashes of the owner's passwords before a site starts, unless it has passwords already:
 * in tests that are not about passwords, real hashing took most of the time.
 */
export async function keepQuickPasswords({ records }: Pick<Store, 'records'>): Promise<void> {
  await records.put('admin', 'credentials', QUICK_HASHES, { ifVersion: 0 });
}
