/** For a page: nothing happens there because a second or more has passed. */
export function neverWait(): void {
  const { setTimeout } = window;
  window.setTimeout = ((act: () => void, delay = 0) =>
    delay < 1000 && setTimeout(act, delay)) as typeof setTimeout;
}
