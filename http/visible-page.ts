import { pageOf } from '#core/page-of.ts';
import type { VisiblePage } from '#core/site.ts';
import type { Letters } from '#core/store.ts';
import type { Hub } from '../live/hub.ts';

/**
 * A page of visible letters, newest first. Rejects with `StoreUnavailable`.
 * @param after a position, or null for the newest; it need not be a letter's
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
  return { ...pageOf(page.items, limit), known: false };
}

/**
 * A page of visible letters, as `readVisiblePage` reads it, with the number of a public change: the page
 * has that one and all before it, so whoever knows of a later one can tell that it may be outdated.
 */
export async function readNumberedPage(
  hub: Pick<Hub, 'seq'>,
  ...request: Parameters<typeof readVisiblePage>
): Promise<VisiblePage & { seq: number }> {
  // Read before the letters: of a change meanwhile a reader is then told once more, instead of never.
  const { seq } = hub;
  return { ...(await readVisiblePage(...request)), seq };
}

/**
 * The canonical form of a cursor: the position of the visible letter that its page follows; null for
 * the first page, and where no letter follows, since that page would say that there are none. Made-up
 * cursors are reduced to it, so that they share one cached page. Rejects with `StoreUnavailable`.
 */
export async function knownCursor(letters: Letters, cursor: string): Promise<string | null> {
  const page = await letters.listVisible({ limit: 2, after: atOrBefore(cursor) });
  const [first, second] = page.items;
  if (first?.position === cursor) return second ? cursor : null;
  if (!first) return null;
  return (await letters.neighbours(cursor)).later?.position ?? null;
}

/** The least text above a position: a list after it includes the letter at that position. */
function atOrBefore(position: string): string {
  return `${position}0`;
}
