/** Milliseconds, against clients that hold connections by sending slowly (slowloris). */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  /** How often the first two are checked: the most that they can be exceeded by. */
  connectionsCheckingInterval: 2000,
};
/** Requests without a Host are refused by broken-requests.ts, with our headers, not by Node. */
export const SERVER_OPTIONS = { ...TIMEOUTS, requireHostHeader: false };
