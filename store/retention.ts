/** How long a retry still finds the letter of its first attempt. */
export const KEY_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** How many changes are kept for watchers that were disconnected. */
export const CHANGES_KEPT = 10_000;
