import type { Page } from './store.ts';

/** Makes a page of `limit + 1` rows: the extra one tells whether another page follows. */
export function pageOf<Item extends { position: string }>(rows: Item[], limit: number): Page<Item> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.position ?? null) : null };
}
