/** Milliseconds. Whoever sends slower than this is holding a connection, not using it. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  /** How often the first two are looked at: nobody outstays them by more than this. */
  connectionsCheckingInterval: 2000,
};
/** A request without a host is refused where all others are, with the same headers. */
export const SERVER_OPTIONS = { ...TIMEOUTS, requireHostHeader: false };
