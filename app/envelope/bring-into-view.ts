/** Milliseconds until a browser has certainly restored the scroll position of a page that it has gone back to. */
const RESTORED_MS = 1000;

/** What is held in its place in the window; where its top is there, and how wide the window was, in pixels; until when. */
let held: HTMLElement | null = null;
let heldAt = 0;
let windowWidth = 0;
let timer: ReturnType<typeof setTimeout>;

if (!import.meta.env.SSR) {
  window.addEventListener('scroll', putBack);
  // Input by which a reader moves to another part of the page.
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(sign, letGo, true);
  }
}

/**
 * Scrolls to the envelope that a letter goes back into. The one that was clicked is not moved, even at the window's
 * edge; but the reader may have gone on to another letter, whose envelope is elsewhere. Then it is held in its place
 * while the browser goes back in the history: that restores the scroll position from when the first letter was
 * opened, and since then others above it may also have been withdrawn.
 */
export function bringIntoView(envelope: HTMLElement, wasTouched: boolean): void {
  // By now it may be out of its place, which is not heard of before the next frame.
  if (envelope === held) return;
  const { top, bottom, height } = envelope.getBoundingClientRect();
  /** How much of the envelope may be out of view, in pixels. */
  const beyond = wasTouched ? height : 0;
  if (top < -beyond || bottom > window.innerHeight + beyond) {
    envelope.scrollIntoView({ block: 'center' });
  }
  held = envelope;
  heldAt = topOf(envelope);
  windowWidth = window.innerWidth;
  clearTimeout(timer);
  timer = setTimeout(letGo, RESTORED_MS);
  // Chromium tells of no scrolling that ends where the frame before was, as when a letter has just been withdrawn.
  requestAnimationFrame(putBack);
}

function putBack(): void {
  // In a window that was turned meanwhile, its place may be out of view.
  if (window.innerWidth !== windowWidth) return;
  if (held?.isConnected) window.scrollBy(0, topOf(held) - heldAt);
}

function letGo(): void {
  held = null;
}

const topOf = (envelope: HTMLElement) => envelope.getBoundingClientRect().top;
