import { quantile } from '../../test/quantile.ts';
import type { Row } from '../row.ts';
import { endEverySession } from './session-ends.ts';
import { tryEveryRoute } from './session-routes.ts';

/** Milliseconds within which the streams of a portal must have ended. */
const MARK_MS = 1000;
const SIZES = { quick: { streams: 2, times: 1 }, full: { streams: 50, times: 10 } };

export const sessions: Row = {
  name: 'sessions',
  claim:
    'A session that was closed, has expired, or whose passwords have changed opens nothing, with ' +
    'any method on any route, and the streams of its portal end within 1 s.',
  async run(scale) {
    const routes = await tryEveryRoute();
    const ends = await endEverySession(SIZES[scale]);
    const slowest = quantile(ends.took, 1);
    return {
      figure:
        `${routes.tried} requests without a session, ${ends.replayed} with one that had ended; ` +
        `${ends.took.length} streams ended, the slowest after ${Math.round(slowest)} ms`,
      broken: [...routes.broken, ...ends.broken],
      slow: slowest > MARK_MS ? [`A stream ended after ${Math.round(slowest)} ms.`] : [],
    };
  },
};
