/**
 * Milliseconds. Of a focus that moves while the page around it changes, Orca says nothing, in Firefox
 * and in Chromium, and takes what is typed for commands: with 100 it did so at times, with 200 never.
 */
const HEARD = 200;

/**
 * Gives the focus to an element once a screen reader has heard of what has changed around it, unless
 * the owner has gone elsewhere by then.
 * @returns takes it back, if it has not been done yet
 */
export function focusWhenHeard(find: () => HTMLElement | null | undefined): () => void {
  const timer = setTimeout(() => {
    if (document.activeElement?.matches('body, [role=dialog]')) find()?.focus();
  }, HEARD);
  return () => clearTimeout(timer);
}
