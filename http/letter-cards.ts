import { createHash } from 'node:crypto';
import type { CardDrawing, Drawings } from '#core/card.ts';
import { formatDate, postmarkOf } from '#core/date.ts';
import type { Letter } from '#core/letter.ts';
import type { CardOrder, CardPress } from '../card/card-press.ts';
import type { LiveEvent } from '../live/hub.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type OnEnvelope = Pick<Letter, 'id' | 'title' | 'date'>;

/** The cards of visible letters, each drawn once per version of what stands on its envelope. */
export interface LetterCards {
  /** Changes whenever a letter's card does: when its title, its date or the drawing changes. */
  version(letter: OnEnvelope): string;
  /**
   * PNG; null when too many are being drawn at the moment.
   * @throws when it cannot be drawn
   */
  card(letter: OnEnvelope): Promise<Bytes | null>;
  /** The one card of all letters of which nothing may be told, as `card`. */
  neutral(): Promise<Bytes | null>;
  /** Forgets the cards that nobody may see any more. */
  heed(event: LiveEvent): void;
}

const MEBIBYTE = 1024 ** 2;
const NEUTRAL = 'A letter for you!';

/** @param limitBytes of what is kept; a card has some 150 kB */
export function createLetterCards(
  drawings: Drawings,
  press: CardPress,
  limitBytes = 16 * MEBIBYTE,
): LetterCards {
  /** By letter, the one that was asked for last at the end; what is not there yet has no bytes. */
  const cards = new Map<string, { version: string; png: Promise<Bytes | null>; size: number }>();
  let neutral: Promise<Bytes | null> | null = null;

  function makeRoom(): void {
    let bytes = 0;
    for (const { size } of cards.values()) bytes += size;
    for (const [id, { size }] of cards) {
      if (bytes <= limitBytes) return;
      bytes -= size;
      cards.delete(id);
    }
  }

  function draw(id: string, version: string, order: CardOrder): Promise<Bytes | null> {
    const drawing = { version, png: press.print(order), size: 0 };
    const isHere = () => cards.get(id) === drawing;
    cards.set(id, drawing);
    const keep = (png: Bytes | null) => {
      drawing.size = png?.byteLength ?? 0;
      if (isHere() && png === null) cards.delete(id);
      makeRoom();
    };
    drawing.png.then(keep, () => isHere() && cards.delete(id));
    return drawing.png;
  }

  return {
    version: (letter) => versionOf(orderFor(letter, drawings)),

    card(letter) {
      const order = orderFor(letter, drawings);
      const version = versionOf(order);
      const known = cards.get(letter.id);
      if (known?.version !== version) return draw(letter.id, version, order);
      cards.delete(letter.id);
      cards.set(letter.id, known);
      return known.png;
    },

    neutral() {
      if (neutral) return neutral;
      const words = { title: NEUTRAL, date: '', postmark: [] };
      const drawn = press.print({ drawing: drawings(null, false), words });
      neutral = drawn;
      const again = () => {
        neutral = null;
      };
      drawn.then((png) => png ?? again(), again);
      return drawn;
    },

    heed(event) {
      if (event.kind === 'withdrawn') cards.delete(event.id);
      if (event.kind === 'reset') cards.clear();
    },
  };
}

/** What cannot be read as a date is left out: a card is seen by strangers. */
function orderFor({ id, title, date }: OnEnvelope, drawings: Drawings): CardOrder {
  const postmark = postmarkOf(date);
  const day = postmark === null ? '' : formatDate(date);
  return {
    drawing: drawings(id, postmark !== null),
    words: { title, date: day, postmark: postmark ?? [] },
  };
}

function versionOf({ drawing, words }: CardOrder): string {
  return digestOf([drawingDigest(drawing), words]).slice(0, 10);
}

const drawingDigests = new WeakMap<CardDrawing, string>();

/** There are few drawings, and many letters that use them. */
function drawingDigest(drawing: CardDrawing): string {
  const digest = drawingDigests.get(drawing) ?? digestOf(drawing);
  drawingDigests.set(drawing, digest);
  return digest;
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
