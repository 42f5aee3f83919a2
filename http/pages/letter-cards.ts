import { hash } from 'node:crypto';
import type { Drawings, IconDrawing } from '#core/card.ts';
import { formatDate, postmarkOf } from '#core/date.ts';
import { languageOf } from '#core/language.ts';
import type { LetterHeading } from '#core/letter.ts';
import type { LetterLanguage } from '#core/letter-language.ts';
import type { CardRenderer } from '../../card/card-renderer.ts';
import type { CardOrder } from '../../card/draw-card.ts';
import type { LiveEvent } from '../../live/broadcast.ts';
import { type CachedResponse, createCachedResponse } from '../cache/cached-response.ts';

/** A cache of the cards of visible letters, each drawn once per version of its envelope's words. */
export interface LetterCards {
  /** Changes whenever a letter's card does: when its title, its date or the drawing changes. */
  version(letter: LetterHeading): string;
  /**
   * The card as a PNG that everyone may cache; null when too many are being drawn at the moment, or when
   * this one could not be drawn some minutes ago.
   * @throws when it cannot be drawn
   */
  card(letter: LetterHeading): Promise<CachedResponse | null>;
  /** The card of all hidden letters. Returns as `card` does. */
  neutral(): Promise<CachedResponse | null>;
  /** The site's own icon. Returns as `card` does. */
  icon(): Promise<CachedResponse | null>;
  /** Forgets a letter's card. */
  forget(id: string): void;
  /** Forgets the cards of letters that are no longer visible. */
  heed(event: LiveEvent): void;
}

interface Drawn {
  version: string;
  card: Promise<CachedResponse | null>;
  /** In bytes; 0 while the card is being drawn, and when that failed. */
  size: number;
  /** Until when it is not drawn again, by the clock of `LetterCardsNeeds`: for ever, unless it has failed. */
  until: number;
}

const MEBIBYTE = 1024 ** 2;
const NEUTRAL = 'A letter for you!';
/** No letter has these ids. */
const NEUTRAL_ID = '';
const ICON_ID = '/';
/** Milliseconds until a failed card is tried again: it may take as long as a hundred others. */
const BEFORE_NEXT_TRY_MS = 5 * 60_000;

interface LetterCardsNeeds {
  drawings: Drawings;
  renderer: CardRenderer;
  letterLanguage: LetterLanguage | null;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** How much is kept; a card takes some 150 kB. */
  limitBytes?: number;
}

export function createLetterCards(needs: LetterCardsNeeds): LetterCards {
  const { drawings, renderer, letterLanguage, now, limitBytes = 32 * MEBIBYTE } = needs;
  /** By letter's id, in LRU order: the card that was requested last is at the end. */
  const cards = new Map<string, Drawn>();
  /** Cached, because few drawings serve many letters. */
  const drawingDigests = new WeakMap<IconDrawing, string>();

  function versionOf({ drawing, words }: CardOrder): string {
    const digest = drawingDigests.getOrInsertComputed(drawing, digestOf);
    return digestOf([digest, words]).slice(0, 10);
  }

  function makeRoom(): void {
    let bytes = 0;
    for (const { size } of cards.values()) bytes += size;
    for (const [id, { size }] of cards) {
      if (bytes <= limitBytes) return;
      bytes -= size;
      cards.delete(id);
    }
  }

  /** Leaves out a date that is no calendar day, since strangers see the card. */
  function orderFor({ id, title, date }: LetterHeading): CardOrder {
    const postmark = postmarkOf(date);
    const day = postmark === null ? '' : formatDate(date);
    const language = languageOf(title, letterLanguage);
    return {
      drawing: drawings.card(id, postmark !== null),
      words: { title, language, date: day, postmark: postmark ?? [] },
    };
  }

  function draw(id: string, version: string, order: CardOrder): Promise<CachedResponse | null> {
    const card = renderer.render(order).then((png) => png && createCardResponse(png));
    const drawing: Drawn = { version, card, size: 0, until: Number.POSITIVE_INFINITY };
    cards.set(id, drawing);
    const keep = (drawn: CachedResponse | null) => {
      drawing.size = drawn?.size ?? 0;
      if (drawn === null && cards.get(id) === drawing) cards.delete(id);
      makeRoom();
    };
    const remember = () => {
      drawing.card = Promise.resolve(null);
      drawing.until = now() + BEFORE_NEXT_TRY_MS;
    };
    card.then(keep, remember);
    return card;
  }

  function cardOf(id: string, order: CardOrder): Promise<CachedResponse | null> {
    const version = versionOf(order);
    const known = cards.get(id);
    cards.delete(id);
    const isUseful = known?.version === version && now() < known.until;
    if (!isUseful) return draw(id, version, order);
    cards.set(id, known);
    return known.card;
  }

  return {
    version: (letter) => versionOf(orderFor(letter)),
    card: (letter) => cardOf(letter.id, orderFor(letter)),

    neutral() {
      const words = { title: NEUTRAL, language: 'en', date: '', postmark: [] };
      return cardOf(NEUTRAL_ID, { drawing: drawings.card(null, false), words });
    },

    icon: () => cardOf(ICON_ID, { drawing: drawings.icon(), words: null }),
    forget: (id) => void cards.delete(id),

    heed(event) {
      if (event.kind === 'withdrawn') cards.delete(event.id);
      if (event.kind === 'reset') cards.clear();
    },
  };
}

export function createCardResponse(png: Uint8Array<ArrayBuffer>): CachedResponse {
  return createCachedResponse(png, {
    'content-type': 'image/png',
    'cache-control': 'public, no-cache',
    // To be embedded by other sites.
    'cross-origin-resource-policy': 'cross-origin',
  });
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
