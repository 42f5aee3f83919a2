/**
 * Text as a search compares it: without case, accents and other marks, and with look-alike forms
 * (full-width letters, ligatures, the sigma that ends a word) made one. Works in every script.
 */
export function foldText(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ς', 'σ');
}
