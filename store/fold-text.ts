/**
 * Text as a search compares it: without case, accents and other marks, and with look-alike forms
 * (full-width letters, ligatures) made one. Works the same in every script.
 */
export function foldText(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ς', 'σ'); // the end of a word need not be the end of what was meant
}
