/** How many of ten letters may be wrong, missing, extra or swapped with the next in a misspelt name. */
const WRONG_OF_TEN = 3;

/** The name that a misspelt one was probably meant to be, or null. */
export function closestName(name: string, names: readonly string[]): string | null {
  const [closest] = names
    .map((candidate) => ({ candidate, distance: distance(spelt(name), spelt(candidate)) }))
    .filter(({ candidate, distance }) => distance * 10 <= candidate.length * WRONG_OF_TEN)
    .toSorted((one, other) => one.distance - other.distance);
  return closest?.candidate ?? null;
}

function spelt(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, '');
}

/**
 * How many letters must be changed, added or removed. Two that are swapped count as one: of the names with four
 * letters, like PORT, no other would be found.
 */
function distance(one: string, other: string): number {
  let earlier: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, found] of [...other].entries()) {
      const [changed = 0, added = 0] = before.slice(column, column + 2);
      const taken = current[column] ?? 0;
      const changes = [changed + (letter === found ? 0 : 1), added + 1, taken + 1];
      if (letter === other[column - 1] && found === one[row - 1]) {
        changes.push((earlier[column - 1] ?? 0) + 1);
      }
      current.push(Math.min(...changes));
    }
    earlier = before;
    before = current;
  }
  return before.at(-1) ?? 0;
}
