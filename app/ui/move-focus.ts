/** Whether the reader's last input came from the keyboard. */
let byKey = false;

if (!import.meta.env.SSR) {
  for (const sign of ['keydown', 'pointerdown']) {
    window.addEventListener(
      sign,
      ({ type }) => {
        byKey = type === 'keydown';
      },
      true,
    );
  }
}

/**
 * Focuses an element without scrolling to it. The focus ring is shown to keyboard users only: left
 * alone, a browser that has seen no mouse draws it after a touch, too.
 */
export function moveFocus(to: HTMLElement | null | undefined): void {
  to?.focus({ preventScroll: true, focusVisible: byKey });
}
