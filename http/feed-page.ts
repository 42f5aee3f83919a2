import type { Letter } from '#core/letter.ts';
import type { Letters } from '#core/store.ts';
import type { SiteSettings } from './create-site.ts';

/** A page of a feed, which both of its forms are made of. */
export interface FeedPage {
  settings: SiteSettings;
  /** Visible ones, newest first. */
  letters: Letter[];
  /** The cursor of this page, or null for the first, and of the one with older letters. */
  after: string | null;
  next: string | null;
  cardUrl(letter: Letter): string;
}

const FEED_LENGTH = 30;

export async function readFeedPage(
  letters: Letters,
  after: string | null,
): Promise<Pick<FeedPage, 'letters' | 'after' | 'next'>> {
  const page = await letters.listVisible({ limit: FEED_LENGTH, after: after ?? undefined });
  const read = await Promise.all(page.items.map(({ id }) => letters.get(id)));
  // Between the list and the letter it may have been hidden or deleted.
  const visible = read.filter((letter) => letter !== null && !letter.hidden) as Letter[];
  return { letters: visible, after, next: page.next };
}

/** Where a page of a feed is, or the whole feed. @param path of the feed */
export function feedUrl({ siteUrl }: SiteSettings, path: string, after: string | null): string {
  return after === null ? siteUrl + path : `${siteUrl}${path}?after=${after}`;
}

export function updatedAt(letter: Letter): number {
  return letter.updatedAt ?? letter.createdAt ?? 0;
}

export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
