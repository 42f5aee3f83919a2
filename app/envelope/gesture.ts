import { afterPaint } from '../ui/after-paint.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { skipsAnimation } from '../ui/skip-animation.ts';
import { bringIntoView } from './bring-into-view.ts';
import { coverPage } from './cover-page.ts';
import { addInside, removeInside } from './envelope-inside.ts';
import { findEnvelope, letterOf } from './find-envelope.ts';
import { createMovements, type Movements } from './movements.ts';
import { wasOpened } from './opened-before.ts';
import {
  cardSteps,
  envelopeSteps,
  OPENING_MS,
  openingPlace,
  PRESS,
  type Step,
} from './opening-steps.ts';
import './opening.css';

/** How many times as fast a letter opens that was opened before on this device. */
const AGAIN = 2;
/** How many times as fast closing is. */
const BACK = 1.25;
/** A letter that is sealed begins this far out, as a share of the whole animation, and goes in at this rate. */
const SEALING = { from: 0.5, pace: 0.45 };

export interface Gesture {
  /** Begins to open an envelope, or reverses it half-way; its card joins once it has rendered. */
  begin(envelope: HTMLElement | null): void;
  /**
   * Takes the card out of its letter's envelope, or notes that the open card shows another letter. The card
   * itself moves the focus.
   */
  open(card: HTMLDialogElement, letterId: string): void;
  /** A letter in front of its envelope goes in, and the flap closes over it. */
  seal(envelope: HTMLElement | null): void;
  /** Puts the card back into its letter's envelope, from wherever the animation is now. */
  close(): void;
  /** Holds the envelope of the open letter in view, for the browser is about to scroll. */
  hold(): void;
  /** Whether an animation is running. */
  isMoving(): boolean;
  /** Whether a letter is open or opening. */
  isOpen(): boolean;
}

/**
 * Opening and closing are one animation, which runs forward or backward and can be reversed at any moment.
 * Where animations are skipped, its result is there at once.
 */
export function createGesture(): Gesture {
  /** The envelope that the card came out of, and goes back into. */
  let envelope: HTMLElement | null = null;
  /** The envelope that was clicked; the reader may have gone on to other letters since. */
  let touched: HTMLElement | null = null;
  /** Where on the screen the envelope opens, or the last one did. */
  let place: DOMRect | undefined;
  let card: HTMLDialogElement | null = null;
  /** The playback rate of opening: `AGAIN` for a letter that was opened before. */
  let pace = 1;
  /** Whether everything is open or opening; false while it is closed or closing. */
  let forward = false;
  /** Cancels the work that `soon` has put off. */
  let cancelPending = () => {};

  let movements = newMovements();
  /** Puts away at once what an envelope is still closing, whose reader has opened another. */
  let finishClosing = () => {};

  function newMovements(): Movements {
    const rate = () => (forward ? pace : -pace * BACK);
    const own: Movements = createMovements(rate, () =>
      own === movements ? rest() : finishClosing(),
    );
    return own;
  }

  function hold(): void {
    // A letter that came or went meanwhile may have moved the envelope to another part, where it is mounted anew.
    envelope &&= findEnvelope(letterOf(envelope));
    if (envelope && card?.open) bringIntoView(envelope, envelope === touched);
  }

  /** @param comesDown whether it may leave its place, where it is too high on the screen to be seen opening */
  function moveEnvelope(at: CSSNumberish, comesDown = true): void {
    if (!envelope || skipsAnimation()) return;
    const flap = at === 0 ? transformOf(envelope.querySelector('.envelope__flap')) : 'none';
    const rect = envelope.getBoundingClientRect();
    place = comesDown ? openingPlace(rect, window.innerHeight) : rect;
    const steps = envelopeSteps(flap, place.y - rect.y, transformOf(envelope.firstElementChild));
    envelope.parentElement?.toggleAttribute('data-opened', true);
    movements.add(envelope, PRESS, at);
    // Parts that may start a frame later must not delay the first frame.
    if (at === 0) soon(() => moveParts(steps));
    else moveParts(steps);
  }

  function moveParts(steps: Step[]): void {
    if (!envelope) return;
    addInside(envelope);
    movements.join(envelope, steps);
  }

  function moveCard(): void {
    if (!envelope || !place || !card || skipsAnimation()) return;
    const screen = { width: card.clientWidth, height: card.clientHeight };
    movements.join(card, cardSteps(place, screen));
  }

  function turn(onward: boolean): void {
    if (forward === onward) return;
    forward = onward;
    // Pending parts belong to the other direction.
    cancelPending();
    card?.toggleAttribute('data-closing', !onward);
    movements.updateRate();
  }

  /** The animation has ended: removes its parts, and the card is open or closed. */
  function rest(): void {
    putAway(envelope, movements);
    if (forward && card?.open) soon(() => coverPage(card, true));
    if (forward) return;
    // A second press on the cross has taken the focus back to the card.
    const isInCard = card?.contains(document.activeElement);
    card?.close();
    if (isInCard) returnFocus(envelope);
    card?.removeAttribute('data-closing');
    envelope = null;
  }

  /** The envelope closes on its own from here, so that another can open; the card is free for that one. */
  function leave(): void {
    finishClosing();
    turn(false);
    const [left, parts] = [envelope, movements];
    finishClosing = () => parts.isRunning() && putAway(left, parts);
    movements = newMovements();
    envelope = null;
    for (const movement of card?.getAnimations({ subtree: true }) ?? []) movement.cancel();
    rest();
  }

  /** Runs work after the next frame, which it would delay, as restyling a long page does; cancels pending work. */
  function soon(act: () => void): void {
    cancelPending();
    if (skipsAnimation()) act();
    else cancelPending = afterPaint(act);
  }

  function begin(next: HTMLElement | null): void {
    if (next !== envelope) {
      leave();
      envelope = touched = next;
      pace = wasOpened(letterOf(next)) ? AGAIN : 1;
      forward = true;
      moveEnvelope(0);
    } else turn(true);
  }

  return {
    begin,

    open(opened, letterId) {
      const own = findEnvelope(letterId);
      if (forward && card?.open) {
        // The open card shows another letter, and will close into that letter's envelope.
        if (own === envelope) return;
        if (movements.isRunning()) rest();
        envelope = own;
        return;
      }
      // The fragment of the address has opened the card before hydration.
      if (!card && opened.open) {
        [envelope, card, forward] = [own, opened, true];
        rest();
        return;
      }
      const isTouched = own === envelope;
      begin(own);
      // The letter was opened by its address or from another letter, so no envelope was clicked.
      if (!isTouched) touched = null;
      card = opened;
      if (card.open) return;
      // Forward may open a letter under an open menu, where nothing could get the focus.
      document.querySelector<HTMLDialogElement>('.side-menu__dialog')?.close();
      // Not by show(), which moves the focus itself: in Firefox to the paper, because it can scroll.
      card.open = true;
      if (movements.isRunning()) moveCard();
      else rest();
    },

    seal(next) {
      envelope = next;
      pace = SEALING.pace;
      moveEnvelope(SEALING.from * OPENING_MS, false);
    },

    hold,

    isMoving: () => movements.isRunning(),
    isOpen: () => forward,

    close() {
      if (!forward) return;
      const atRest = !movements.isRunning();
      turn(false);
      hold();
      if (card?.open && atRest) {
        moveEnvelope(OPENING_MS);
        moveCard();
      }
      const home = envelope;
      if (!movements.isRunning()) rest();
      soon(() => {
        // A card that was closed before it had covered the page lets the reader go on meanwhile.
        const at = document.activeElement;
        const isLost = at === document.body || card?.contains(at) || at?.closest('[inert]');
        coverPage(card, false);
        if (isLost) returnFocus(home);
      });
    },
  };
}

/** Removes what an animation has added to an envelope. */
function putAway(envelope: HTMLElement | null, movements: Movements): void {
  movements.cancel();
  envelope?.parentElement?.removeAttribute('data-opened');
  if (envelope) removeInside(envelope);
}

/** @param home null where a letter opened by its link has no envelope here */
const returnFocus = (home: HTMLElement | null) => moveFocus(home ?? document.querySelector('h1'));

const transformOf = (part: Element | null) => (part ? getComputedStyle(part).transform : 'none');
