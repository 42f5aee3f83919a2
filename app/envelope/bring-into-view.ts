/** What a reader does who wants to see another part of the page. */
const SIGNS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let letGo = () => {};

/**
 * Brings the envelope into the window that a letter goes back into. The one that was touched stays where
 * it was, though at the window's edge; but the reader may have gone on to another letter, which lies
 * elsewhere. The step back in the address, which follows, has the browser show once more what was seen
 * when the first letter was opened.
 */
export function bringIntoView(envelope: HTMLElement, wasTouched: boolean): void {
  const isThere = () => isInView(envelope, wasTouched);
  // A card that is closed just as it is turned goes back into one envelope and then into the other:
  // held both, each would take the page away from the other.
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
  /** In pixels: so much of it may lie outside. */
  const beyond = inPart ? height : 0;
  return top >= -beyond && bottom <= window.innerHeight + beyond;
}
