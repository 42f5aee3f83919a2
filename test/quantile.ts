export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share of all lie; NaN of an empty list. @param share from 0 to 1 */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length, Math.max(1, Math.ceil(share * sorted.length))) - 1;
  return sorted[at] ?? Number.NaN;
}
