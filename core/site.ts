import type { Letter, LetterSummary } from './letter.ts';
import type { Neighbours, Page } from './store.ts';
import type { WaxLetter } from './wax-letter.ts';

/** How many letters come with a page, and with what is asked for at its end. */
export const PAGE_SIZE = 24;

/** The most letters that are given in one answer. */
export const MOST_AT_ONCE = 100;

export interface VisiblePage extends Page<LetterSummary> {
  /**
   * Whether it is the first page, or its cursor is the position of a letter that readers can see. Any
   * other cursor is made up, or of a letter that is hidden or gone: there would be no end of them, so
   * what is asked for with them is not kept.
   */
  known: boolean;
}

/** What the pages are told and may ask for; the server hands it to every render. */
export interface Site {
  /** The browser title of the home page. */
  title: string;
  ownerName: string;
  /** Origin of every absolute link, without a slash at its end. */
  url: string;
  /** The envelope image on an external host, or null for our own drawn envelope. */
  envelopeImageUrl: string | null;
  /** The owner's letter in the wax of every seal, or null for a heart. */
  seal: WaxLetter | null;
  /** CSS that puts the owner's colour into every page; empty without one. */
  style: string;
  /**
   * A page of visible letters, newest first, and the number of the last public change that it
   * surely contains: the live stream goes on from there. Rejects with `StoreUnavailable`.
   */
  visibleLetters(after?: string): Promise<VisiblePage & { seq: number }>;
  /** One letter, hidden or not. Rejects with `StoreUnavailable`. */
  letter(id: string): Promise<Letter | null>;
  /** Of the picture that a letter's link is shown with; changes when the picture does. */
  cardVersion(letter: Pick<Letter, 'id' | 'title' | 'date'>): string;
  /** The visible letters before and after a visible one. Rejects with `StoreUnavailable`. */
  neighbours(letter: Letter): Promise<Neighbours>;
  /**
   * Whether an error says that the store is away, and not that something is wrong with the site. To be
   * asked here, because pages are bundled with a `StoreUnavailable` of their own.
   */
  isAway(error: unknown): boolean;
  /** Tells the person who runs the site of something that should not be. */
  log(message: string, cause?: unknown): void;
}
