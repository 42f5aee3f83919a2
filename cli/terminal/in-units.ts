/** The least number of bytes that is shown in each unit. */
const UNITS = [
  { least: 10_000_000_000, size: 1_000_000_000, name: 'GB' },
  { least: 10_000_000, size: 1_000_000, name: 'MB' },
  { least: 0, size: 1000, name: 'kB' },
] as const;

/** `16 GB`, `12 MB`, `9,999 kB` */
export function inUnits(bytes: number): string {
  const { size, name } = UNITS.find(({ least }) => bytes >= least) ?? UNITS[2];
  return `${Math.round(bytes / size).toLocaleString('en-US')} ${name}`;
}
