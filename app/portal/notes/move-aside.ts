/** CSS pixels that the second press of a slow double click may be away from the first: a thumb moves a little. */
const AWAY_PX = 24;

/**
 * Moves a note up or down, if its buttons would be where the last press was: on a phone a double tap on
 * "delete" would also be on "Confirm", and delete the letter.
 * @returns false where there is no room for that
 */
export function moveAside(note: HTMLElement, { clientX: x, clientY: y }: MouseEvent): boolean {
  const buttons = note.querySelector<HTMLElement>('.note__actions');
  if (!buttons) return true;
  // Its buttons are scrolled into view.
  if (note.scrollHeight > note.clientHeight) return false;
  // Where it will be: a note that has just appeared is still on its way (cards.css).
  const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = note;
  const top = offsetTop + note.clientTop + buttons.offsetTop;
  const down = Math.ceil(y + AWAY_PX - top);
  const up = Math.floor(y - AWAY_PX - top - buttons.offsetHeight);
  const isBeside = x < offsetLeft || x > offsetLeft + offsetWidth;
  if (isBeside || down <= 0 || up >= 0) return true;
  const by = offsetTop + offsetHeight + down < window.innerHeight ? down : up;
  if (offsetTop + by < 0) return false;
  // Not by `translate`, which browsers of 2022 lack.
  note.style.inset = `${by}px 0 ${-by}px`;
  return true;
}
