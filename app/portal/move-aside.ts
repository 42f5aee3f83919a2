/** CSS pixels that the second press of a slow double click may be away from the first: a thumb moves a little. */
const AWAY_PX = 24;

/**
 * Moves a note up or down, if one of its buttons would be where the last press was, and if there is room: on
 * a phone a double tap on "delete" would also be on "Confirm", and delete the letter.
 */
export function moveAside(note: HTMLElement, { clientX: x, clientY: y }: MouseEvent): void {
  const buttons = note.querySelector<HTMLElement>('.note__actions');
  if (!buttons) return;
  // Where they will be: a note that has just appeared is still on its way (portal.css).
  const left = note.offsetLeft + note.clientLeft + buttons.offsetLeft;
  const top = note.offsetTop + note.clientTop + buttons.offsetTop;
  const right = left + buttons.offsetWidth;
  const bottom = top + buttons.offsetHeight;
  const isAcross = x > left - AWAY_PX && x < right + AWAY_PX;
  const isAlong = y > top - AWAY_PX && y < bottom + AWAY_PX;
  if (!isAcross || !isAlong) return;
  const down = Math.ceil(y + AWAY_PX - top);
  const up = Math.floor(y - AWAY_PX - bottom);
  if (note.offsetTop + note.offsetHeight + down < window.innerHeight) {
    note.style.translate = `0 ${down}px`;
  } else if (note.offsetTop + up > 0) {
    note.style.translate = `0 ${up}px`;
  }
}
