import { CONTROL_CHARACTERS } from '#core/letter.ts';
import type { LetterFields } from './use-letter-form.ts';

const EVERY = new RegExp(CONTROL_CHARACTERS, 'g');
/** Where a line or a page ends in what was copied from a document. */
const BREAKS = ['\v', '\f'];
/** Of Latin-1, which has controls where Windows has curled apostrophes, quotation marks and dashes. */
const LATIN_1 = 0xff;
const windows = new TextDecoder('windows-1252');

/**
 * What was pasted, as it was meant: documents, mails and PDFs leave characters in it that no letter can
 * keep, and that nobody sees to take them out. The same object when there are none.
 */
export function withoutControls(fields: LetterFields): LetterFields {
  const { title, content, signature } = fields;
  if (![title, content, signature].some((text) => CONTROL_CHARACTERS.test(text))) return fields;
  return {
    ...fields,
    title: meant(title, ' '),
    content: meant(content, '\n'),
    signature: meant(signature, ' '),
  };
}

function meant(text: string, lineBreak: string): string {
  return text.replace(EVERY, (control) => {
    if (BREAKS.includes(control)) return lineBreak;
    const shown = windows.decode(Uint8Array.of(control.charCodeAt(0) & LATIN_1));
    return CONTROL_CHARACTERS.test(shown) ? '' : shown;
  });
}
