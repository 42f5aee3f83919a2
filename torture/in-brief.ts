const MOST = 12;

/** The first of many faults, which often have one cause, and the number of the others. */
export function inBrief(faults: string[]): string[] {
  const different = [...new Set(faults)];
  const more = different.length - MOST;
  return more > 0 ? [...different.slice(0, MOST), `There are ${more} more like these.`] : different;
}
