import { afterPaint } from '../ui/after-paint.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { prefersReducedMotion } from '../ui/reduced-motion.ts';
import { bringIntoView } from './bring-into-view.ts';
import { wasOpened } from './opened-before.ts';
import { cardSteps, envelopeSteps, OPENING, OUTSIDE, PRESS, type Step } from './opening-steps.ts';
import './opening.css';

/** How many times as fast a letter opens that was opened before on this device. */
const AGAIN = 2;
/** And how many times as fast all goes back. */
const BACK = 1.25;
/** Milliseconds within which a second press belongs to the first: a telephone does not count them. */
const TWICE = 300;
/** Degrees by which a flap has given under a pointer (envelope.css). */
const GIVEN = 20;

/** What is inside of an envelope is put there when it is opened: of a thousand, one is. */
const SHADE =
  '<svg class="envelope__part envelope__shade" aria-hidden="true"><use href="#envelope-flap-shade"/></svg>';
const INSIDE =
  '<span class="envelope__lid"><svg class="envelope__part" aria-hidden="true"><use href="#envelope-flap-inside"/></svg>' +
  `${SHADE}</span><span class="envelope__sheet"></span>`;
const PUT_THERE = '.envelope__lid, .envelope__sheet, .envelope__shade';

export interface Gesture {
  /** An envelope begins to open, or turns round half-way; its card joins in when it is there. */
  begin(envelope: HTMLElement | null): void;
  /**
   * A card comes out of its letter's envelope, or has another letter on it from now on. Where its focus
   * goes is for the card to say.
   */
  open(card: HTMLDialogElement, letterId: string): void;
  /** A letter that lies before its envelope goes in, and the flap closes over it. */
  seal(envelope: HTMLElement | null): void;
  /** All goes back into the letter's envelope, from wherever it is. */
  close(): void;
  /** Whether it is under way. */
  moves(): boolean;
  /** Whether it has begun so long ago that a second press is not part of the first. */
  isMeant(): boolean;
}

/**
 * Opening and closing are one movement, which runs forward or backward and can be turned round at any
 * moment. For whoever asked for less motion, what it leads to is there at once.
 */
export function createGesture(): Gesture {
  let envelope: HTMLElement | null = null;
  /** The one that the reader has touched, and may have gone on from to other letters. */
  let touched: HTMLElement | null = null;
  let card: HTMLDialogElement | null = null;
  let movements: Animation[] = [];
  let pace = 1;
  let forward = false;
  let begun = 0;
  let takeBack = () => {};

  const rate = () => (forward ? pace : -pace * BACK);

  /** @param at where the movement is by now, in milliseconds from its beginning */
  function move(root: Element | null, steps: Step[], at: CSSNumberish): void {
    for (const [part, keyframes] of steps) {
      const timing = { duration: OPENING, fill: 'both' } as const;
      const movement = root?.querySelector(part)?.animate(keyframes, timing);
      if (!movement) continue;
      movement.playbackRate = rate();
      movement.currentTime = at;
      movement.onfinish = () => {
        if (movements.every(({ playState }) => playState === 'finished')) rest();
      };
      movements.push(movement);
    }
  }

  function moveEnvelope(at: CSSNumberish): void {
    if (!envelope || prefersReducedMotion()) return;
    const given = at === 0 && envelope.matches(':hover') && canHover() ? GIVEN : 0;
    envelope.parentElement?.toggleAttribute('data-opened', true);
    move(envelope, PRESS, at);
    // What moves a frame later need not hold up what the reader waits for.
    const begun = envelope;
    if (at === 0) soon(() => begun === envelope && moveParts(given));
    else moveParts(given);
  }

  function moveParts(given: number): void {
    if (!envelope) return;
    envelope.querySelector('.envelope__flap')?.insertAdjacentHTML('beforeend', SHADE);
    envelope.querySelector('.envelope__inside')?.insertAdjacentHTML('beforeend', INSIDE);
    join(envelope, envelopeSteps(given));
  }

  function moveCard(): void {
    if (!envelope || !card || prefersReducedMotion()) return;
    const screen = { width: card.clientWidth, height: card.clientHeight };
    join(card, cardSteps(envelope.getBoundingClientRect(), screen));
  }

  /** It would begin when it is drawn; but it has to keep step with what has begun. */
  function join(root: Element | null, steps: Step[]): void {
    const [lead] = movements;
    const joined = movements.length;
    move(root, steps, lead?.currentTime ?? 0);
    const keepStep = () => {
      for (const movement of movements.slice(joined)) movement.startTime = lead?.startTime ?? null;
    };
    lead?.ready.then(keepStep, () => {});
  }

  function turn(onward: boolean): void {
    if (forward === onward) return;
    forward = onward;
    // What was still to follow belongs to the other way.
    takeBack();
    card?.toggleAttribute('data-closing', !onward);
    for (const movement of movements) movement.updatePlaybackRate(rate());
  }

  /** Nothing moves any more: what was there only to be moved goes, and the card is open or shut. */
  function rest(): void {
    for (const movement of movements) movement.cancel();
    movements = [];
    envelope?.parentElement?.removeAttribute('data-opened');
    for (const part of envelope?.querySelectorAll(PUT_THERE) ?? []) {
      part.remove();
    }
    if (forward && card?.open) soon(() => setApart(true));
    if (forward) return;
    card?.close();
    card?.removeAttribute('data-closing');
    envelope = null;
  }

  /** Not while something moves: of a long page, every part is styled anew. */
  function soon(act: () => void): void {
    takeBack();
    takeBack = prefersReducedMotion() ? () => {} : afterPaint(act);
    if (prefersReducedMotion()) act();
  }

  /** What lies under the card can neither be reached, scrolled nor read aloud meanwhile. */
  function setApart(apart: boolean): void {
    document.documentElement.toggleAttribute('data-covered', apart);
    for (const other of document.body.children) {
      const speaks = other.matches('[role=status], [role=alert]');
      if (other !== card && !speaks) other.toggleAttribute('inert', apart);
    }
  }

  return {
    begin(next) {
      begun = performance.now();
      if (next !== envelope) {
        forward = false;
        rest();
        envelope = touched = next;
        pace = wasOpened(next?.dataset.letter ?? '') ? AGAIN : 1;
        forward = true;
        moveEnvelope(0);
      } else turn(true);
    },

    open(opened, letterId) {
      const own = findEnvelope(letterId);
      if (forward && card?.open) {
        // Another letter on the card that is open: it goes back into its own envelope.
        if (own === envelope) return;
        if (movements.length > 0) rest();
        envelope = own;
        return;
      }
      // Its address has opened it before this script was there.
      if (!card && opened.open) {
        [envelope, card, forward] = [own, opened, true];
        rest();
        return;
      }
      const isTouched = own === envelope;
      this.begin(own);
      // What an address or another letter has led to was touched nowhere.
      if (!isTouched) touched = null;
      card = opened;
      if (card.open) return;
      // Forward leads to a letter under an open menu, too, where nothing could get the focus.
      document.querySelector<HTMLDialogElement>('.side-menu__dialog')?.close();
      // Not by show(), which moves the focus by itself: in Firefox to the paper, because it scrolls.
      card.open = true;
      if (movements.length > 0) moveCard();
      else rest();
    },

    seal(next) {
      envelope = next;
      moveEnvelope(OUTSIDE * OPENING);
    },

    moves: () => movements.length > 0,
    isMeant: () => performance.now() - begun > TWICE,

    close() {
      if (!forward) return;
      const atRest = movements.length === 0;
      // Another letter that came meanwhile may have moved it on to another part of the grid.
      if (envelope?.isConnected === false) envelope = findEnvelope(envelope.dataset.letter ?? '');
      turn(false);
      if (atRest && card?.open) {
        if (envelope) bringIntoView(envelope, envelope === touched);
        moveEnvelope(OPENING);
        moveCard();
      }
      const home = envelope;
      if (movements.length === 0) rest();
      soon(() => {
        setApart(false);
        // A letter that its link has led to may lie in no envelope here.
        moveFocus(home ?? document.querySelector('h1'));
      });
    },
  };
}

const canHover = () => matchMedia('(hover: hover)').matches;

/** @param letterId '' for the one letter that a page is about */
export function findEnvelope(letterId: string): HTMLElement | null {
  const named = letterId === '' ? '' : `[data-letter="${CSS.escape(letterId)}"]`;
  return document.querySelector(`.envelope${named}`);
}
