const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown'];

/**
 * Loads the font of signatures at the reader's first input, before a letter is opened: arriving later, it
 * would cause a layout of the whole page during the opening animation. A page that is only looked at does
 * without it.
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
  for (const sign of SIGNS) addEventListener(sign, fetchFont);
  return stop;
}
