/**
 * Runs something after the next frame has been painted, so that it does not delay that frame.
 * @returns cancels it, if it has not run yet
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
