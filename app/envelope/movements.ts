import { OPENING_MS, type Step } from './opening-steps.ts';

/** Animations of many elements that run as one: in step, forward or backward, reversible at any moment. */
export interface Movements {
  /** Whether there are animations, also finished ones that were not cancelled yet. */
  isRunning(): boolean;
  /** @param at the time of the whole animation, in milliseconds */
  add(root: Element | null, steps: Step[], at: CSSNumberish): void;
  /** Adds parts to a running animation, at the time that it has reached. */
  join(root: Element | null, steps: Step[]): void;
  /** To be called when the rate has changed. */
  updateRate(): void;
  cancel(): void;
}

/**
 * @param rate of all of them, as `playbackRate`: negative where they run backward
 * @param ended called when the last of them has come to its end
 */
export function createMovements(rate: () => number, ended: () => void): Movements {
  let movements: Animation[] = [];

  function add(root: Element | null, steps: Step[], at: CSSNumberish): void {
    for (const [part, keyframes] of steps) {
      const timing = { duration: OPENING_MS, fill: 'both' } as const;
      const movement = root?.querySelector(part)?.animate(keyframes, timing);
      if (!movement) continue;
      movement.playbackRate = rate();
      movement.currentTime = at;
      movement.onfinish = () => {
        // Of an envelope that closes on its own, the card's parts were cancelled, and never finish.
        if (!movements.some(({ playState }) => playState === 'running')) ended();
      };
      movements.push(movement);
    }
  }

  return {
    isRunning: () => movements.length > 0,
    add,

    join(root, steps) {
      // By default they would start with their own first frame, and lag behind the parts that run already.
      const [lead] = movements;
      const joined = movements.length;
      add(root, steps, lead?.currentTime ?? 0);
      const keepStep = () => {
        for (const movement of movements.slice(joined))
          movement.startTime = lead?.startTime ?? null;
      };
      lead?.ready.then(keepStep, () => {});
    },

    updateRate() {
      for (const movement of movements) movement.updatePlaybackRate(rate());
    },

    cancel() {
      for (const movement of movements) movement.cancel();
      movements = [];
    },
  };
}
