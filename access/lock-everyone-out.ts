import { createDevices } from './devices.ts';
import { createSessions } from './sessions.ts';
import type { TokenNeeds } from './token.ts';

/**
 * After the passwords changed nobody is inside any more, and no browser has a standing of its own.
 * Rejects with `StoreUnavailable`.
 */
export async function lockEveryoneOut(needs: TokenNeeds): Promise<void> {
  await createSessions(needs).closeAll();
  await createDevices(needs).forgetAll();
}
