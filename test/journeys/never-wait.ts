/** For a page: nothing happens there because so many milliseconds or more have passed. */
export function neverWait(least: number): void {
  const { setTimeout } = window;
  window.setTimeout = ((act: () => void, delay = 0, ...rest: unknown[]) =>
    delay < least && setTimeout(act, delay, ...rest)) as typeof setTimeout;
}
