import { CONTROL_CHARACTERS, type LetterText } from '#core/letter.ts';

const EVERY = new RegExp(CONTROL_CHARACTERS, 'g');
/** Line and page breaks of documents. Browsers show the last two as a space, or as nothing. */
const BREAKS = /[\v\f\u2028\u2029]/g;
/** U+FFFC stands where a document had a picture. Some devices show it as a box. */
const PICTURE = '\ufffc';
/** Windows-1252 read as Latin-1 has control characters where curly quotation marks and dashes should be. */
const LATIN_1 = 0xff;
const windows = new TextDecoder('windows-1252');
/** All but the two joiners, with which some names are spelt. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Pasted text without the characters that documents, mails and PDFs leave in it: nobody could see and remove
 * them, a letter cannot have control characters, and a signature nothing invisible.
 * @param ownSignature of the letter that is edited, which is right as it is
 */
export function cleanedFields(fields: LetterText, ownSignature?: string): LetterText {
  const { signature } = fields;
  return {
    ...fields,
    title: meant(fields.title, ' '),
    content: meant(fields.content, '\n'),
    signature:
      signature === ownSignature ? signature : meant(signature, ' ').replace(INVISIBLE, ''),
  };
}

function meant(text: string, lineBreak: string): string {
  return text
    .replace(BREAKS, lineBreak)
    .replaceAll(PICTURE, '')
    .replace(EVERY, (control) => {
      const shown = windows.decode(Uint8Array.of(control.charCodeAt(0) & LATIN_1));
      return CONTROL_CHARACTERS.test(shown) ? '' : shown;
    });
}
