import type { Credentials } from './credentials.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';

/**
 * Milliseconds from the verdict on a password to the answer, the same for every verdict. The writes
 * that only a right one causes fit into it, so timing does not give the verdict away sooner.
 */
const ANSWER_DELAY_MS = 80;

interface LoginAttempt {
  password: string;
  address: string;
  /** The tokens in the browser's cookies, if it sent any: of its session, and of its known device. */
  session: string | undefined;
  device: string | undefined;
}

type LoginResult =
  | { outcome: 'granted'; session: string; device: string }
  | { outcome: 'wrong' | 'missing' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

/** Checks a password within the throttle's limits, and opens a session when it is right. */
export interface Login {
  /** Rejects with `StoreUnavailable`. */
  attempt(attempt: LoginAttempt): Promise<LoginResult>;
}

interface LoginNeeds {
  credentials: Credentials;
  sessions: Sessions;
  devices: KnownDevices;
  throttle: Throttle;
  /** Resolves after so many milliseconds. */
  sleep: (milliseconds: number) => Promise<unknown>;
}

export function createLogin(needs: LoginNeeds): Login {
  const { credentials, sessions, devices, throttle, sleep } = needs;

  async function grant(
    { password, ...earlier }: LoginAttempt,
    version: number | null,
  ): Promise<LoginResult> {
    const session = await sessions.open();
    const device = await devices.remember();
    // After the new ones are stored: if that fails, the earlier ones still work.
    if (earlier.session !== undefined) await sessions.replace(earlier.session);
    if (earlier.device !== undefined) await devices.replace(earlier.device);
    // A change of passwords meanwhile has ended every session but this new one.
    const changed = (await credentials.version()) !== version;
    if (changed && (await credentials.verify(password)) !== 'right') {
      await sessions.close(session);
      await devices.forget(device);
      return { outcome: 'wrong' };
    }
    return { outcome: 'granted', session, device };
  }

  return {
    async attempt(attempt) {
      const { password, address } = attempt;
      const device = attempt.device === undefined ? null : await devices.recognise(attempt.device);
      const permit = await throttle.attempt({ address, device });
      if (!permit.allowed) {
        return { outcome: 'throttled', retryAfterSeconds: permit.retryAfterSeconds };
      }
      const version = await credentials.version();
      const verdict = await credentials.verify(password);
      const delayed = sleep(ANSWER_DELAY_MS);
      if (verdict !== 'wrong') await permit.giveBack();
      const result: LoginResult =
        verdict === 'right' ? await grant(attempt, version) : { outcome: verdict };
      await delayed;
      return result;
    },
  };
}
