import { useLayoutEffect, useState } from 'react';

/** How long copying is said to have happened, in milliseconds. */
const FEEDBACK_MS = 2000;

/** Copies a text, and tells for two seconds which one was copied, if it was. */
export function useCopy() {
  const [copied, setCopied] = useState<{ text: string } | null>(null);
  // Its time begins as the words appear, however late a busy browser gets to the other effects.
  useLayoutEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied: copied?.text ?? null,
    /** @returns whether it happened */
    async copy(text: string): Promise<boolean> {
      const done = await copyText(text);
      if (done) setCopied({ text });
      return done;
    },
  };
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the Clipboard API, or permission to use it: the deprecated `execCommand`.
    return copyThroughTextArea(text);
  }
}

function copyThroughTextArea(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'visually-hidden';
  // What is hidden in this way cannot be selected (base.css), and of that Safari copies nothing, but says that it did.
  area.style.webkitUserSelect = 'text';
  // Inside the open dialog, whose focus trap lets nothing outside it be focused.
  (focused?.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  focused?.focus();
  if (!done) console.error('The link could not be copied.');
  return done;
}
