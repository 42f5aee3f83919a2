/** Formats an ISO instant for the owner: `2026-11-20 12:00 UTC`. */
export function formatInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
