import type { LetterText } from '#core/letter.ts';

/**
 * What stands in the form of a letter. React does not hear of all that programs write into a field, nor of the second
 * field that an Undo changes before it has rendered the first: there, it would put back what it knows.
 * @param known what React knows of it
 */
export function wordsInForm(form: HTMLFormElement, known: LetterText): LetterText {
  const text = (name: string) => controlIn(form, name)?.value ?? '';
  /** A field of one line leaves out the line breaks of an imported letter, which stay until it is changed. */
  const line = (name: 'title' | 'signature') =>
    text(name) === known[name].replaceAll('\n', '') ? known[name] : text(name);
  return {
    title: line('title'),
    date: text('date'),
    content: text('content'),
    signature: line('signature'),
    hidden: controlIn(form, 'hidden')?.checked ?? false,
  };
}

export function controlIn(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | null;
}
