/**
 * Measures several things in turn, round after round, so that whatever else the machine does
 * meanwhile falls on all of them alike. Every other round goes through them backwards, for what
 * comes second may find a warmer or a hotter machine.
 * @param sides by name; each measures itself once and returns what it found
 * @param options.warmUp rounds that are not counted
 * @returns for each side what it found, a value a round
 */
export async function interleaved<Found extends object>(
  rounds: number,
  sides: { [Name in keyof Found]: () => Promise<Found[Name]> | Found[Name] },
  { warmUp = 1 }: { warmUp?: number } = {},
): Promise<{ [Name in keyof Found]: Found[Name][] }> {
  const names = Object.keys(sides) as (keyof Found)[];
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as {
    [Name in keyof Found]: Found[Name][];
  };
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await sides[name]();
      if (round >= 0) found[name].push(value);
    }
  }
  return found;
}

/** Of each round, how many times the second the first is. */
export function ratios(ours: number[], theirs: number[]): number[] {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}
