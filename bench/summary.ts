/** A value below which a share of all lie. @param share from 0 to 1 */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Prints rows as a Markdown table; numbers stand at the right. */
export function printTable(head: string[], rows: (string | number)[][]): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = (rows[0] ?? head).map((cell) => (typeof cell === 'number' ? '--:' : '---'));
  console.log([line(head), line(rule), ...rows.map(line)].join('\n'));
}
