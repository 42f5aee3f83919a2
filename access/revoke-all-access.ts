import type { Records } from '#core/store.ts';
import { forgetAllDevices } from './known-devices.ts';
import { closeAllSessions } from './sessions.ts';

/** Ends every session and forgets every known device, as after a change of passwords. Rejects with `StoreUnavailable`. */
export async function revokeAllAccess(records: Records): Promise<void> {
  await closeAllSessions(records);
  await forgetAllDevices(records);
}
