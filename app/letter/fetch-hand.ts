const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown'];

/**
 * The hand of the signatures is fetched at the reader's first movement, before a letter is opened: a
 * font that arrives later has every word of the page laid out anew, in the middle of the opening.
 * A page that is only looked at does without it.
 * @returns stops waiting for one
 */
export function fetchHandOnSign(): () => void {
  const stop = () => {
    for (const sign of SIGNS) removeEventListener(sign, fetchHand);
  };
  const fetchHand = () => {
    stop();
    // Without it there is another hand.
    document.fonts.load('1em Caveat').catch(() => {});
  };
  for (const sign of SIGNS) addEventListener(sign, fetchHand, { passive: true });
  return stop;
}
