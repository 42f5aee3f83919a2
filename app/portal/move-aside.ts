/** CSS pixels that the second press of a double click may be away from the first: a thumb moves a little. */
const AWAY_PX = 24;

/**
 * Moves a note up or down, if the button that confirms it would be where the last press was: on a phone a
 * double tap on "delete" would also be on "Confirm", and delete the letter.
 */
export function moveAside(note: HTMLElement, { clientX: x, clientY: y }: MouseEvent): void {
  const button = note.querySelector('.button--primary')?.getBoundingClientRect();
  if (!button) return;
  const isAcross = x > button.left - AWAY_PX && x < button.right + AWAY_PX;
  const isAlong = y > button.top - AWAY_PX && y < button.bottom + AWAY_PX;
  if (!isAcross || !isAlong) return;
  const down = Math.ceil(y + AWAY_PX - button.top);
  const up = Math.floor(y - AWAY_PX - button.bottom);
  const isRoom = note.getBoundingClientRect().bottom + down < window.innerHeight;
  note.style.translate = `0 ${isRoom ? down : up}px`;
}
