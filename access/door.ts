import type { Credentials } from './credentials.ts';
import type { Devices } from './devices.ts';
import type { Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';

/**
 * Milliseconds from the moment that a password was looked at to the answer. What a right one still
 * needs has its place in there, so a wrong one is not told any sooner.
 */
const SETTLING = 80;

interface Knock {
  password: string;
  address: string;
  /** The tokens that the browser brought, if any: of its session, and of its being known. */
  session: string | undefined;
  device: string | undefined;
}

type Admission =
  | { outcome: 'open'; session: string; device: string }
  | { outcome: 'wrong' | 'missing' }
  | { outcome: 'refused'; retryAfterSeconds: number };

/** The way in. */
export interface Door {
  /** Opens the portal to whoever has one of the passwords. Rejects with `StoreUnavailable`. */
  knock(knock: Knock): Promise<Admission>;
}

interface DoorNeeds {
  credentials: Credentials;
  sessions: Sessions;
  devices: Devices;
  throttle: Throttle;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<unknown>;
}

export function createDoor(needs: DoorNeeds): Door {
  const { credentials, sessions, devices, throttle, pause } = needs;

  async function letIn(
    { password, ...earlier }: Knock,
    version: number | null,
  ): Promise<Admission> {
    const session = await sessions.open();
    const device = await devices.remember();
    // Only now: when new ones could not be kept, the earlier ones still hold.
    if (earlier.session !== undefined) await sessions.replace(earlier.session);
    if (earlier.device !== undefined) await devices.replace(earlier.device);
    // Whoever changed the passwords meanwhile has ended every session but this one.
    const changed = (await credentials.version()) !== version;
    if (changed && (await credentials.verify(password)) !== 'right') {
      await sessions.close(session);
      await devices.forget(device);
      return { outcome: 'wrong' };
    }
    return { outcome: 'open', session, device };
  }

  return {
    async knock(knock) {
      const { password, address } = knock;
      const device = knock.device === undefined ? null : await devices.recognise(knock.device);
      const attempt = await throttle.attempt({ address, device });
      if (!attempt.allowed) {
        return { outcome: 'refused', retryAfterSeconds: attempt.retryAfterSeconds };
      }
      const version = await credentials.version();
      const verdict = await credentials.verify(password);
      const settled = pause(SETTLING);
      if (verdict !== 'wrong') await attempt.giveBack();
      const admission: Admission =
        verdict === 'right' ? await letIn(knock, version) : { outcome: verdict };
      await settled;
      return admission;
    },
  };
}
