import { CONTROL_CHARACTERS } from '#core/letter.ts';
import type { LetterFields } from './use-letter-form.ts';

const EVERY = new RegExp(CONTROL_CHARACTERS, 'g');
/** Line and page breaks of documents. */
const BREAKS = ['\v', '\f'];
/** Where Windows has curly quotation marks and dashes, Latin-1 has control characters. */
const LATIN_1 = 0xff;
const windows = new TextDecoder('windows-1252');

/**
 * Pasted text without the control characters that documents, mails and PDFs leave in it: a letter cannot
 * have them, and nobody could see and remove them. The same object when there are none.
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
