/** How many letters of ten may be wrong, missing or too many in a name that was meant for another. */
const WRONG_OF_TEN = 3;

/** The name that another was probably meant to be, or null. */
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

/** How many single letters have to be changed, added or taken away (Levenshtein). */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, found] of [...other].entries()) {
      const [changed = 0, added = 0] = before.slice(column, column + 2);
      const taken = current[column] ?? 0;
      current.push(Math.min(changed + (letter === found ? 0 : 1), added + 1, taken + 1));
    }
    before = current;
  }
  return before.at(-1) ?? 0;
}
