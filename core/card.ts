import type { WaxLetter } from './wax-letter.ts';

/** The picture that a shared link is shown with. */

/** In pixels, as the specification says. */
export const CARD = { width: 1200, height: 630 } as const;

/** A closed envelope on the desk, and where its words go. All lengths are pixels. */
export interface CardDrawing {
  /** The picture before anything is written on it, as SVG; ends with `</svg>`. */
  svg: string;
  /** The colours of the writing, and of the paper that shines through around it. */
  ink: string;
  paper: string;
  /**
   * Where the base line of the title's last line has its middle, how wide its lines may be, and between
   * what heights they lie.
   */
  title: { x: number; y: number; width: number; top: number; bottom: number };
  /** Where the date's base line has its middle. */
  date: { x: number; y: number; size: number };
  /** The postmark's words, each line in its middle; absent on an envelope that has no postmark. */
  postmark?: { x: number; y: number; size: number; ink: string; turn: number };
}

/** What of its owner an envelope shows. */
export interface OwnLook {
  /** The owner's own colour, like `#8c2f2a`, or null for the site's own; see `accentShades`. */
  accentColor: string | null;
  /** The owner's letter in the wax of every seal, or null for a heart. */
  seal: WaxLetter | null;
}

/** Opens the drawings of an owner's envelopes; those of a letter are always the same. */
export type OpenDrawings = (owner: OwnLook) => Drawings;

/** @param letterId chooses the paper; null: for no letter in particular */
export type Drawings = (letterId: string | null, hasPostmark: boolean) => CardDrawing;
