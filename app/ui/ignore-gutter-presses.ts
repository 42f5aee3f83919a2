/**
 * Ignores presses in the gutter of the page's scroll bar, which nothing over the page can cover: there one
 * presses the root, and by default that takes the focus out of what is open, and the keyboard with it.
 * @returns ends it
 */
export function ignoreGutterPresses(): () => void {
  const root = document.documentElement;
  const pressed = (event: MouseEvent) => event.target === root && event.preventDefault();
  root.addEventListener('mousedown', pressed);
  return () => root.removeEventListener('mousedown', pressed);
}
