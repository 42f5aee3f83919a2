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
  const page = await letters.listVisible({ limit: limit + 1, after: atOrBefore(after) });
  const [first, ...rest] = page.items;
  if (first?.position === after) return { items: rest, next: page.next, known: true };
  const items = page.items.slice(0, limit);
  const next = page.items.length > limit ? (items.at(-1)?.position ?? null) : null;
  return { items, next, known: false };
}

/**
 * The one cursor that has the same page as this one and is a visible letter's; null where that is the
 * first page. Rejects with `StoreUnavailable`.
 */
export async function knownCursor(letters: Letters, cursor: string): Promise<string | null> {
  const page = await letters.listVisible({ limit: 1, after: atOrBefore(cursor) });
  if (page.items[0]?.position === cursor) return cursor;
  return (await letters.neighbours(cursor)).later?.position ?? null;
}

/** The least text above a position: a list after it begins with the letter there, if there is one. */
function atOrBefore(position: string): string {
  return `${position}0`;
}
