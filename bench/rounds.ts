/**
 * Measures several things in turn, round after round, so that other load on the machine affects all
 * alike. Every other round goes through them backwards, because what comes second may find a warmer
 * machine.
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

/** The ratio of the two in each round. */
export function ratios(ours: number[], theirs: number[]): number[] {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}
