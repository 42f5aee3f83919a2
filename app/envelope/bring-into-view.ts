/** Input by which a reader moves to another part of the page. */
const SIGNS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let letGo = () => {};

/**
 * Scrolls to the envelope that a letter goes back into. The one that was clicked is not moved, even at the
 * window's edge; but the reader may have gone on to another letter, whose envelope is elsewhere. The
 * navigation back, which follows, makes the browser restore the scroll position from when the first letter
 * was opened, so the position is held.
 */
export function bringIntoView(envelope: HTMLElement, wasTouched: boolean): void {
  const isThere = () => isInView(envelope, wasTouched);
  // A card that is closed while it turns to another letter goes back into one envelope and then into the
  // other: holding both would make them fight over the scroll position.
  letGo();
  if (isThere()) return;
  envelope.scrollIntoView({ block: 'center' });
  const held = new AbortController();
  const { signal } = held;
  letGo = () => held.abort();
  const hold = () => {
    if (isThere()) return;
    letGo();
    envelope.scrollIntoView({ block: 'center' });
  };
  window.addEventListener('scroll', hold, { signal });
  for (const sign of SIGNS) window.addEventListener(sign, letGo, { signal, capture: true });
}

function isInView(envelope: HTMLElement, inPart: boolean): boolean {
  const { top, bottom, height } = envelope.getBoundingClientRect();
  /** How much of the envelope may be out of view, in pixels. */
  const beyond = inPart ? height : 0;
  return top >= -beyond && bottom <= window.innerHeight + beyond;
}
