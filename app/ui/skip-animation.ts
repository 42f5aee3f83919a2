/** Whether the browser has just animated a step through the history itself, as phones do for a swipe. */
let animatedByBrowser = false;

if (!import.meta.env.SSR) {
  for (const sign of ['popstate', 'pointerdown', 'keydown'] as const) {
    window.addEventListener(
      sign,
      (event) => {
        animatedByBrowser = Boolean((event as PopStateEvent).hasUAVisualTransition);
      },
      true,
    );
  }
}

/** Whether the reader has asked for less motion, or has seen the browser's own animation of this step. */
export const skipsAnimation = () =>
  animatedByBrowser || matchMedia('(prefers-reduced-motion: reduce)').matches;
