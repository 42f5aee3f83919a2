import { createKnownDevices } from './known-devices.ts';
import { createSessions } from './sessions.ts';
import type { TokenNeeds } from './token.ts';

/** Ends every session and forgets every known device, as after a change of passwords. Rejects with `StoreUnavailable`. */
export async function revokeAllAccess(needs: TokenNeeds): Promise<void> {
  await createSessions(needs).closeAll();
  await createKnownDevices(needs).forgetAll();
}
