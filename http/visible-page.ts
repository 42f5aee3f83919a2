import type { VisiblePage } from '#core/site.ts';
import type { Letters } from '#core/store.ts';

/**
 * A page of visible letters, newest first. Rejects with `StoreUnavailable`.
 * @param after a position, or null for the newest; where none is any more, the page is of what follows
 */
export async function readVisiblePage(
  letters: Letters,
  limit: number,
  after: string | null = null,
): Promise<VisiblePage> {
  if (after === null) return { ...(await letters.listVisible({ limit })), known: true };
  // The least text above a position: so the list begins with the letter there, if there is one.
  const page = await letters.listVisible({ limit: limit + 1, after: `${after}0` });
  const [first, ...rest] = page.items;
  if (first?.position === after) return { items: rest, next: page.next, known: true };
  const items = page.items.slice(0, limit);
  const next = page.items.length > limit ? (items.at(-1)?.position ?? null) : null;
  return { items, next, known: false };
}
