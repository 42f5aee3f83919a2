/**
 * What must not keep the reader waiting: it is done when the frame that is being made is on its way.
 * @returns takes it back, if it has not been done yet
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
