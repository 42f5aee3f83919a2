import type { Letter } from '#core/letter.ts';
import type { Letters, Page, PageRequest } from '#core/store.ts';

/**
 * The letters that contain the typed text as a phrase; all letters for an empty one. Where none has
 * the phrase, those that contain each of its words.
 */
export async function searchLetters(
  letters: Letters,
  page: PageRequest,
  typed: string,
): Promise<Page<Letter>> {
  const asTyped = await letters.listAll({ ...page, search: [typed] });
  const words = typed.split(/\s+/);
  if (asTyped.items.length > 0 || words.length === 1) return asTyped;
  // An empty page after a cursor may also be the end of the list of phrase matches.
  if (page.after !== undefined) {
    const { items } = await letters.listAll({ limit: 1, search: [typed] });
    if (items.length > 0) return asTyped;
  }
  return letters.listAll({ ...page, search: words });
}
