import type { Letter } from '#core/letter.ts';
import type { Letters, Page, PageRequest } from '#core/store.ts';

/**
 * The letters that have in them what was typed, as it stands; all, if that is nothing. Where none has
 * it, those that have each of its words: who looks for a letter knows what it is about rather than how
 * it was put.
 */
export async function searchLetters(
  letters: Letters,
  page: PageRequest,
  typed: string,
): Promise<Page<Letter>> {
  const asTyped = await letters.listAll({ ...page, search: [typed] });
  const words = typed.split(/\s+/);
  if (asTyped.items.length > 0 || words.length === 1) return asTyped;
  // The end of the list may have none of them left.
  if (page.after !== undefined) {
    const { items } = await letters.listAll({ limit: 1, search: [typed] });
    if (items.length > 0) return asTyped;
  }
  return letters.listAll({ ...page, search: words });
}
