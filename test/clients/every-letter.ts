import type { LetterJson } from '#core/letter.ts';
import type { Owner } from './owner.ts';

interface ListPage<Letter> {
  letters: Letter[];
  /** The cursor of the page behind it; null behind the last. */
  next: string | null;
  /** The readers' list: the number of a change that it has, and all before that. */
  seq?: number;
}

/**
 * A list, page by page.
 * @param ask for a page, by its query
 * @param limit letters a page
 */
export async function* pagesOf<Letter>(
  ask: (query: string) => Promise<Response>,
  limit = 100,
): AsyncGenerator<ListPage<Letter>> {
  let after: string | null = '';
  while (after !== null) {
    const response = await ask(`?limit=${limit}&after=${after}`);
    if (!response.ok) throw new Error(`The list answered ${response.status}.`);
    const page = (await response.json()) as ListPage<Letter>;
    yield page;
    after = page.next;
  }
}

/** Every letter of a list. */
export async function everyLetter<Letter>(
  ask: (query: string) => Promise<Response>,
  limit?: number,
): Promise<Letter[]> {
  const pages = await Array.fromAsync(pagesOf<Letter>(ask, limit));
  return pages.flatMap(({ letters }) => letters);
}

/** Every letter that a site has, as its portal lists them. */
export function allLetters(owner: Owner): Promise<LetterJson[]> {
  return everyLetter((query) => owner.call('GET', `/api/portal/letters${query}`));
}
