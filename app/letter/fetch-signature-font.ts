const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown'];

/**
 * Fetches the handwriting font of the signatures at the reader's first input, before a letter is opened:
 * a font that arrives later has the whole page laid out again, in the middle of the opening. A page that
 * is only looked at does without it.
 * @returns stops waiting for input
 */
export function fetchSignatureFontOnInput(): () => void {
  const stop = () => {
    for (const sign of SIGNS) removeEventListener(sign, fetchFont);
  };
  const fetchFont = () => {
    stop();
    // There is a fallback font.
    document.fonts.load('1em Caveat').catch(() => {});
  };
  for (const sign of SIGNS) addEventListener(sign, fetchFont, { passive: true });
  return stop;
}
