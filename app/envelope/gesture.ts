import { afterPaint } from '../ui/after-paint.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { skipsAnimation } from '../ui/skip-animation.ts';
import { bringIntoView } from './bring-into-view.ts';
import { wasOpened } from './opened-before.ts';
import {
  cardSteps,
  envelopeSteps,
  OPENING_MS,
  OUTSIDE,
  PRESS,
  type Step,
} from './opening-steps.ts';
import './opening.css';

/** How many times as fast a letter opens that was opened before on this device. */
const AGAIN = 2;
/** How many times as fast closing is. */
const BACK = 1.25;
/** Milliseconds within which a second press is a double click, which phones do not count. */
const TWICE_MS = 300;
/** Degrees by which hovering opens a flap (envelope.css). */
const HOVER_ANGLE = 20;

/** An envelope's inside, created only when it is opened, since hardly any of a thousand is. */
const SHADE =
  '<svg class="envelope__part envelope__shade" aria-hidden="true"><use href="#envelope-flap-shade"/></svg>';
const INSIDE =
  '<span class="envelope__lid"><svg class="envelope__part" aria-hidden="true"><use href="#envelope-flap-inside"/></svg>' +
  `${SHADE}</span><span class="envelope__sheet"></span>`;
const PUT_THERE = '.envelope__lid, .envelope__sheet, .envelope__shade';

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
  /** Whether it has begun so long ago that a second press is not part of the first. */
  isMeant(): boolean;
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
  let movements: Animation[] = [];
  let pace = 1;
  let forward = false;
  let begun = 0;
  let cancelPending = () => {};

  const rate = () => (forward ? pace : -pace * BACK);

  /** @param at the current time of the animation, in milliseconds */
  function move(root: Element | null, steps: Step[], at: CSSNumberish): void {
    for (const [part, keyframes] of steps) {
      const timing = { duration: OPENING_MS, fill: 'both' } as const;
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
    if (!envelope || skipsAnimation()) return;
    const angle = at === 0 && envelope.matches(':hover') && canHover() ? HOVER_ANGLE : 0;
    envelope.parentElement?.toggleAttribute('data-opened', true);
    move(envelope, PRESS, at);
    // Parts that may start a frame later must not delay the first frame.
    const moved = envelope;
    if (at === 0) soon(() => moved === envelope && moveParts(angle));
    else moveParts(angle);
  }

  function moveParts(angle: number): void {
    if (!envelope) return;
    envelope.querySelector('.envelope__flap')?.insertAdjacentHTML('beforeend', SHADE);
    envelope.querySelector('.envelope__inside')?.insertAdjacentHTML('beforeend', INSIDE);
    join(envelope, envelopeSteps(angle));
  }

  function moveCard(): void {
    if (!envelope || !card || skipsAnimation()) return;
    const screen = { width: card.clientWidth, height: card.clientHeight };
    join(card, cardSteps(envelope.getBoundingClientRect(), screen));
  }

  /** It would start with its first frame, but must be in step with the parts that have started. */
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
    // Pending parts belong to the other direction.
    cancelPending();
    card?.toggleAttribute('data-closing', !onward);
    for (const movement of movements) movement.updatePlaybackRate(rate());
  }

  /** The animation has ended: removes its parts, and the card is open or closed. */
  function rest(): void {
    for (const movement of movements) movement.cancel();
    movements = [];
    envelope?.parentElement?.removeAttribute('data-opened');
    for (const part of envelope?.querySelectorAll(PUT_THERE) ?? []) part.remove();
    if (forward && card?.open) soon(() => setApart(true));
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

  /** Makes what is under the card inert: it can be neither reached, scrolled nor read aloud. */
  function setApart(apart: boolean): void {
    document.documentElement.toggleAttribute('data-covered', apart);
    for (const other of document.body.children) {
      const speaks = other.matches('[role=status], [role=alert]');
      if (other !== card && !speaks) other.toggleAttribute('inert', apart);
    }
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
      begin(own);
      // Opened by an address or from another letter, it was clicked nowhere.
      if (!isTouched) touched = null;
      card = opened;
      if (card.open) return;
      // Forward may open a letter under an open menu, where nothing could get the focus.
      document.querySelector<HTMLDialogElement>('.side-menu__dialog')?.close();
      // Not by show(), which moves the focus itself: in Firefox to the paper, because it can scroll.
      card.open = true;
      if (movements.length > 0) moveCard();
      else rest();
    },

    seal(next) {
      envelope = next;
      moveEnvelope(OUTSIDE * OPENING_MS);
    },

    moves: () => movements.length > 0,
    isMeant: () => performance.now() - begun > TWICE_MS,

    close() {
      if (!forward) return;
      const atRest = movements.length === 0;
      // A letter that arrived meanwhile may have moved it to another section of the grid.
      if (envelope?.isConnected === false) envelope = findEnvelope(envelope.dataset.letter ?? '');
      turn(false);
      if (atRest && card?.open) {
        if (envelope) bringIntoView(envelope, envelope === touched);
        moveEnvelope(OPENING_MS);
        moveCard();
      }
      const home = envelope;
      if (movements.length === 0) rest();
      soon(() => {
        setApart(false);
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
