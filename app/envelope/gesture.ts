import { afterPaint } from '../ui/after-paint.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { skipsAnimation } from '../ui/skip-animation.ts';
import { bringIntoView } from './bring-into-view.ts';
import { coverPage } from './cover-page.ts';
import { addInside, removeInside } from './envelope-inside.ts';
import { createMovements } from './movements.ts';
import { wasOpened } from './opened-before.ts';
import { cardSteps, envelopeSteps, OPENING_MS, OUTSIDE, PRESS } from './opening-steps.ts';
import './opening.css';

/** How many times as fast a letter opens that was opened before on this device. */
const AGAIN = 2;
/** How many times as fast closing is. */
const BACK = 1.25;
/** Milliseconds within which a second press is a double click, which phones do not count. */
const TWICE_MS = 300;
/** Degrees by which hovering opens a flap (envelope.css). */
const HOVER_ANGLE = 20;

export interface Gesture {
  /** Begins to open an envelope, or reverses it half-way; its card joins once it has rendered. */
  begin(envelope: HTMLElement | null): void;
  /**
   * A card comes out of its letter's envelope, or shows another letter from now on. The card decides where the
   * focus goes.
   */
  open(card: HTMLDialogElement, letterId: string): void;
  /** A letter in front of its envelope goes in, and the flap closes over it. */
  seal(envelope: HTMLElement | null): void;
  /** Everything goes back into the letter's envelope, from wherever it is now. */
  close(): void;
  /** Whether an animation is running. */
  moves(): boolean;
  /**
   * Whether it had begun so long before a press that this is not part of the first.
   * @param pressedAt when it was made, as `Event.timeStamp`: a slow device may handle it much later
   */
  isMeant(pressedAt: DOMHighResTimeStamp): boolean;
}

/**
 * Opening and closing are one animation, which runs forward or backward and can be reversed at any moment.
 * Where animations are skipped, its result is there at once.
 */
export function createGesture(): Gesture {
  let envelope: HTMLElement | null = null;
  /** The envelope that was clicked; the reader may have gone on to other letters since. */
  let touched: HTMLElement | null = null;
  let card: HTMLDialogElement | null = null;
  let pace = 1;
  let forward = false;
  let begun = 0;
  let cancelPending = () => {};

  const movements = createMovements(() => (forward ? pace : -pace * BACK), rest);

  function moveEnvelope(at: CSSNumberish): void {
    if (!envelope || skipsAnimation()) return;
    const angle = at === 0 && envelope.matches(':hover') && canHover() ? HOVER_ANGLE : 0;
    envelope.parentElement?.toggleAttribute('data-opened', true);
    movements.add(envelope, PRESS, at);
    // Parts that may start a frame later must not delay the first frame.
    const moved = envelope;
    if (at === 0) soon(() => moved === envelope && moveParts(angle));
    else moveParts(angle);
  }

  function moveParts(angle: number): void {
    if (!envelope) return;
    addInside(envelope);
    movements.join(envelope, envelopeSteps(angle));
  }

  function moveCard(): void {
    if (!envelope || !card || skipsAnimation()) return;
    const screen = { width: card.clientWidth, height: card.clientHeight };
    movements.join(card, cardSteps(envelope.getBoundingClientRect(), screen));
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
    movements.cancel();
    envelope?.parentElement?.removeAttribute('data-opened');
    if (envelope) removeInside(envelope);
    if (forward && card?.open) soon(() => coverPage(card, true));
    if (forward) return;
    card?.close();
    card?.removeAttribute('data-closing');
    envelope = null;
  }

  /** Not during the animation: on a long page, this restyles everything. */
  function soon(act: () => void): void {
    cancelPending();
    if (skipsAnimation()) act();
    else cancelPending = afterPaint(act);
  }

  function begin(next: HTMLElement | null): void {
    begun = performance.now();
    if (next !== envelope) {
      forward = false;
      rest();
      envelope = touched = next;
      pace = wasOpened(next?.dataset.letter ?? '') ? AGAIN : 1;
      forward = true;
      moveEnvelope(0);
    } else turn(true);
  }

  return {
    begin,

    open(opened, letterId) {
      const own = findEnvelope(letterId);
      if (forward && card?.open) {
        // Another letter on the open card: it goes back into its own envelope.
        if (own === envelope) return;
        if (movements.isRunning()) rest();
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
      begin(own);
      // Opened by an address or from another letter, it was clicked nowhere.
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
      moveEnvelope(OUTSIDE * OPENING_MS);
    },

    moves: () => movements.isRunning(),
    isMeant: (pressedAt) => pressedAt - begun > TWICE_MS,

    close() {
      if (!forward) return;
      const atRest = !movements.isRunning();
      // A letter that arrived meanwhile may have moved it to another section of the grid.
      if (envelope?.isConnected === false) envelope = findEnvelope(envelope.dataset.letter ?? '');
      turn(false);
      if (card?.open) {
        if (envelope) bringIntoView(envelope, envelope === touched);
        if (atRest) {
          moveEnvelope(OPENING_MS);
          moveCard();
        }
      }
      const home = envelope;
      if (!movements.isRunning()) rest();
      soon(() => {
        coverPage(card, false);
        // A letter opened by its link may have no envelope here.
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
