/** Milliseconds within which a second press is a double click; phones do not report one in `detail`. */
const TWICE_MS = 300;
/** CSS pixels between two presses of a double click at most: a thumb is wide, and moves a little. */
const TWICE_PX = 40;

/**
 * Ignores the second press of a double click, and those that follow as quickly, on an element that only the first
 * press has brought there: they were not meant for that. Nor do they select its words, or take the focus to it. A
 * quick press in another place is meant.
 * @param find returns the element, given what the first press was on; null while there is none, or second presses
 *   are welcome
 * @returns ends it
 */
export function ignoreSecondPresses(find: (first: Element | null) => Element | null): () => void {
  let first: Element | null = null;
  let before: MouseEvent | null = null;
  const pressed = (press: MouseEvent) => {
    const target = press.target as Element;
    const isIgnored = isSecond(press, before) && find(first)?.contains(target);
    if (isIgnored) {
      press.preventDefault();
      press.stopPropagation();
    }
    if (press.type !== 'click') return;
    before = press;
    if (!isIgnored) first = target;
  };
  // The window hears of a press before React does.
  const signs = ['mousedown', 'click'] as const;
  for (const sign of signs) window.addEventListener(sign, pressed, true);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, pressed, true);
  };
}

function isSecond(press: MouseEvent, before: MouseEvent | null): boolean {
  // A key presses a button, too, but in no place.
  if (press.detail !== 1 || !before) return press.detail > 1;
  const distance = Math.hypot(press.clientX - before.clientX, press.clientY - before.clientY);
  return press.timeStamp - before.timeStamp < TWICE_MS && distance < TWICE_PX;
}
