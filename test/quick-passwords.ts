import type { Store } from '#core/store.ts';

/** Hashes of the owner's two passwords, at the least cost there is. */
const QUICK_HASHES = {
  mainPassword: '$argon2id$v=19$m=8,t=1,p=1$bGFtcC0tLS0$L3rXjQpc2lLPGIX9u2V7HA',
  alternativePassword: '$argon2id$v=19$m=8,t=1,p=1$aGVyb25zLS0$54ZQSffkdbP4lLcvbx8r8w',
};

/**
 * Keeps the owner's passwords where a site that is about to start finds them, and so makes no hashes
 * of its own: of a test that is not about passwords, those took most of the time. Leaves passwords
 * alone that are there already.
 */
export async function keepQuickPasswords({ records }: Pick<Store, 'records'>): Promise<void> {
  await records.put('admin', 'credentials', QUICK_HASHES, { ifVersion: 0 });
}
