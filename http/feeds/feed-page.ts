import { isCalendarDay, midnightUtc } from '#core/date.ts';
import type { Letter } from '#core/letter.ts';
import { isPosition, sentAtOf } from '#core/position.ts';
import type { Letters } from '#core/store.ts';
import type { SiteSettings } from '../pages/create-site.ts';
import { readVisiblePage } from '../visible-page.ts';

/** A page of the feed, from which both formats are made. */
export interface FeedPage {
  settings: SiteSettings;
  /** Visible letters, newest first. */
  letters: Letter[];
  /** The cursor of this page; null for the first. */
  after: string | null;
  /** The cursor of the page with older letters; null when there is none. */
  next: string | null;
  cardUrl(letter: Letter): string;
}

/** The most letters, and characters of content, on a page; a single longer letter has its own page. */
const MAX_LETTERS = 30;
const MAX_WORDS = 500_000;
/** After midnight UTC: the same day from Hawaii to New Zealand. */
const SAME_DAY_MS = 10 * 60 * 60_000;

/**
 * @param after the position of a letter that readers can see, or null for the newest
 * @returns null when there is no such letter: the position is made up, or the letter hidden or gone
 */
export async function readFeedPage(
  letters: Letters,
  after: string | null,
): Promise<Pick<FeedPage, 'letters' | 'next'> | null> {
  if (after !== null && !isPosition(after)) return null;
  const page = await readVisiblePage(letters, MAX_LETTERS, after);
  if (!page.known) return null;
  const read = await Promise.all(page.items.map(({ id }) => letters.get(id)));
  // A letter may have been hidden or deleted since the list was read.
  const visible = read.filter((letter) => letter !== null && !letter.hidden) as Letter[];
  let words = 0;
  const tooMuch = visible.findIndex(({ content }, at) => {
    words += content.length;
    return at > 0 && words > MAX_WORDS;
  });
  if (tooMuch < 0) return { letters: visible, next: page.next };
  const fitting = visible.slice(0, tooMuch);
  return { letters: fitting, next: fitting.at(-1)?.position ?? null };
}

/** The URL of a page of a feed, or of the feed itself. @param path the feed's */
export function feedUrl({ siteUrl }: SiteSettings, path: string, after: string | null): string {
  return after === null ? siteUrl + path : `${siteUrl}${path}?after=${after}`;
}

/**
 * 10:00 UTC of a letter's day, or as early on that day as it was sent; null when it has no day. Feed readers show an
 * instant as the day that it was where they are: this one is the same day from Hawaii to New Zealand, while midnight
 * UTC was the day before in all of America. Some hide a letter until its instant has come.
 */
export function publishedAt({ date, createdAt, position }: Letter): number | null {
  if (!isCalendarDay(date)) return createdAt;
  const day = midnightUtc(date);
  return Math.min(Math.max(sentAtOf(position) / 1000, day), day + SAME_DAY_MS);
}

export function updatedAt(letter: Letter): number {
  return letter.updatedAt ?? publishedAt(letter) ?? 0;
}

export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
