/**
 * When the focus moves while the page around it changes, Orca announces nothing, in Firefox
 * and in Chromium, and takes what is typed for commands: with 100 it did so at times, with 200 never. Of a
 * question it announced, in Firefox, the button alone.
 */
const ANNOUNCED_MS = 200;
/**
 * What has the focus when it has gone nowhere else: a dialog that is closing keeps it until it is unmounted, and may
 * return it to what is behind another one, which is hidden from screen readers.
 */
const NOWHERE = 'body, [data-ending-style], [data-ending-style] *, [aria-hidden=true] *';

/**
 * Focuses an element once a screen reader has announced what changed around it, unless the focus has
 * gone elsewhere by then.
 * @returns cancels it, if it has not been done yet
 */
export function focusAfterAnnouncement(find: () => HTMLElement | null | undefined): () => void {
  const focus = () => {
    const [at, target] = [document.activeElement, find()];
    // A question has it for its own buttons alone, and a dialog for what is in it or in one above it.
    const isOwn =
      (at?.matches('[role=alertdialog]') && at.contains(target ?? null)) ||
      (at?.matches('[role=dialog]') && target && isAfter(at, target));
    if (!isOwn && !at?.matches(NOWHERE)) return;
    target?.focus();
  };
  // Whoever types already need not wait: what is typed goes to where the focus is by the end of this event. The
  // events of a browser that fills in a password have no key.
  const typed = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key?.length === 1 && !ctrlKey && !metaKey && !altKey) focus();
  };
  let timer: ReturnType<typeof setTimeout>;
  // A new dialog gets the focus in its first frame, for which a slow device needs longer than this.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      focus();
      cancel();
    }, ANNOUNCED_MS);
  });
  document.addEventListener('keydown', typed, true);
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    document.removeEventListener('keydown', typed, true);
  };
  return cancel;
}

/** Whether an element is in another one, or behind it in the document, as dialogs are that opened later. */
function isAfter(one: Element, element: Element): boolean {
  return (one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
