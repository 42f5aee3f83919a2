/**
 * Ignores what the keyboard repeats while Enter or Escape is held, except lines in a text: each would also press
 * what has the focus meanwhile, or close what is behind. Whoever holds a key for long has pressed it once. Chromium
 * ignores it on links by itself, Firefox does not.
 */
export function ignoreHeldKeys(): void {
  const pressed = (event: KeyboardEvent) => {
    const { key, repeat, target } = event;
    if (!repeat || (key !== 'Enter' && key !== 'Escape')) return;
    if (key === 'Enter' && target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The window hears of a key before Base UI does.
  window.addEventListener('keydown', pressed, true);
}
