/** An ISO date as the owner is told it: `2026-11-20 12:00 UTC`. */
export function spokenInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
