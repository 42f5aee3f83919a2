import type { Letter, LetterHeading, LetterSummary } from './letter.ts';
import type { LetterLanguage } from './letter-language.ts';
import type { Log } from './log.ts';
import type { Neighbours, Page } from './store.ts';
import type { WaxLetter } from './wax-letter.ts';

/** How many letters a page has, and how many each further request at its end adds. */
export const PAGE_SIZE = 24;

/** The most letters that are given in one answer. */
export const MAX_AT_ONCE = 100;

export interface VisiblePage extends Page<LetterSummary> {
  /**
   * Whether this is the first page, or its cursor is the position of a visible letter. There is no end of
   * other cursors (made up, or of letters that are hidden or gone), so their pages are not cached.
   */
  known: boolean;
}

/** What the pages are told and may ask for; the server hands it to every render. */
export interface Site {
  /** The browser title of the home page. */
  title: string;
  ownerName: string;
  /** The language that the owner writes in, if that is known. */
  letterLanguage: LetterLanguage | null;
  /** Origin of every absolute link, without a slash at its end. */
  url: string;
  /** The envelope image on an external host, or null for our own drawn envelope. */
  envelopeImageUrl: string | null;
  /** The owner's letter in the wax of every seal, or null for a heart. */
  seal: WaxLetter | null;
  /** CSS that puts the owner's colour into every page; empty without one. */
  style: string;
  /**
   * A page of visible letters, newest first. `seq` is the number of the last public change that it surely
   * contains, from which the live stream goes on. Null while the store is unavailable; like the other
   * reads of the store, this one logs that.
   */
  visibleLetters(after?: string): Promise<(VisiblePage & { seq: number }) | null>;
  /** One letter, hidden or not; null where there is none. */
  letter(id: string): Promise<Letter | null | 'unavailable'>;
  /** A version of the letter's card (the image of its link), which changes when the image does. */
  cardVersion(letter: LetterHeading): string;
  /** The visible letters before and after a visible one; null while the store is unavailable. */
  neighbours(letter: Letter): Promise<Neighbours | null>;
  log: Log;
}
