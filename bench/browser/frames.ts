/**
 * How long each frame was on the screen during an animation. Nothing is left out: a pause counts as one long
 * frame, and so does a picture that stays until the end.
 * @param shown when frames were shown, in milliseconds; the movement begins with the first of them
 * @param lasts milliseconds of the movement
 * @throws Error when nothing was shown
 */
export function frameTimes(shown: number[], lasts: number): number[] {
  const [begin, ...others] = shown.toSorted((one, other) => one - other);
  if (begin === undefined) throw new Error('Nothing moved.');
  const end = begin + lasts;
  const starts = [begin, ...others.filter((at) => at < end)];
  return starts.map((at, nth) => (starts[nth + 1] ?? end) - at);
}

/** @param frames how long each was on the screen, in milliseconds */
export function framesPerSecond(frames: number[]): number {
  return (frames.length / frames.reduce((sum, time) => sum + time, 0)) * 1000;
}
