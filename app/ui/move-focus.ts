/** Whether the last that the reader did was to press a key. */
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
 * Gives the focus to an element without scrolling to it. Only who uses keys is shown where it is: a
 * browser that has seen no mouse draws a ring round whatever a finger has led to.
 */
export function moveFocus(to: HTMLElement | null | undefined): void {
  to?.focus({ preventScroll: true, focusVisible: byKey });
}
