import type { WaxLetter } from './wax-letter.ts';

/** The pictures of the site: that of a shared link, and its icon. */

/** The size of a card in pixels, from the specification. */
export const CARD = { width: 1200, height: 630 } as const;

/** A closed envelope on the desk, and where its words go. All lengths are pixels. */
export interface CardDrawing {
  /** The image without its words, as SVG; ends with `</svg>`. */
  svg: string;
  /** The colours of the writing, and of the paper around it. */
  ink: string;
  paper: string;
  /** The middle of the last line's baseline, the width of a line, and the top and bottom of all lines. */
  title: { x: number; y: number; width: number; top: number; bottom: number };
  /** The middle of the date's baseline. */
  date: { x: number; y: number; size: number };
  /** The middle of the postmark, whose lines are centred; absent on an envelope without one. */
  postmark?: { x: number; y: number; size: number; ink: string; turn: number };
}

/** A picture without words, as SVG. */
export type IconDrawing = Pick<CardDrawing, 'svg'>;

/** How an owner's envelopes look. */
export interface OwnLook {
  /** The owner's own colour, like `#8c2f2a`, or null for the site's own; see `accentShades`. */
  accentColor: string | null;
  /** The owner's letter in the wax of every seal, or null for a heart. */
  seal: WaxLetter | null;
}

/** Opens the drawings of an owner's envelopes. */
export type OpenDrawings = (owner: OwnLook) => Drawings;

/** Equal arguments return the same object, so that callers can cache by its identity. */
export interface Drawings {
  /** @param letterId chooses the paper; null: for no letter in particular */
  card(letterId: string | null, hasPostmark: boolean): CardDrawing;
  /** A square piece of an envelope with its seal. */
  icon(): IconDrawing;
}
