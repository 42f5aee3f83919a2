interface Group<Item> {
  /** The number of its first item. */
  from: number;
  group: Item[];
}

/** @returns the items, so many in each group but the last */
export function inGroups<Item>(items: Item[], size: number): Group<Item>[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => ({
    from: at * size,
    group: items.slice(at * size, (at + 1) * size),
  }));
}
