/** Milliseconds within which a second press is a double click; phones do not report one in `detail`. */
export const TWICE_MS = 300;

/** CSS pixels between two presses of a double click at most; a thumb is wide, and moves a little. */
const TWICE_PX = 40;

/** Whether `press` is the second of a double click, by any pointer, `before` being the press before it. */
export function isSecondPress(press: MouseEvent, before: MouseEvent | null): boolean {
  // A key that presses a button has no place.
  if (press.detail === 0) return false;
  if (press.detail > 1) return true;
  if (!before || press.timeStamp - before.timeStamp >= TWICE_MS) return false;
  const distance = Math.hypot(press.clientX - before.clientX, press.clientY - before.clientY);
  return distance < TWICE_PX;
}
