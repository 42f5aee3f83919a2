import type { Records } from '#core/store.ts';
import { KNOWN_DEVICES } from './known-devices.ts';
import { SESSIONS } from './sessions.ts';

/** Ends every session and forgets every known device, as after a change of passwords. Rejects with `StoreUnavailable`. */
export async function revokeAllAccess(records: Records): Promise<void> {
  await records.deleteAll(SESSIONS);
  await records.deleteAll(KNOWN_DEVICES);
}
