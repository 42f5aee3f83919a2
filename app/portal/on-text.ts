import type { FormEvent } from 'react';

/**
 * Of a field into which a program in the page has written, as dictation may, React reports no change, even where the
 * program tells of its input.
 */
export function onText(tell: (words: string) => void) {
  const report = (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    tell(event.currentTarget.value);
  return { onChange: report, onInput: report };
}
