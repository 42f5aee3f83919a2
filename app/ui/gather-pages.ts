import { MOST_AT_ONCE } from '#core/site.ts';

interface Page<Item> {
  letters: Item[];
  next: string | null;
}

export interface PageRequest {
  limit?: number | undefined;
  after?: string | undefined;
}

export function pageQuery({ limit, after }: PageRequest): string {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (after !== undefined) query.set('after', after);
  return query.size > 0 ? `?${query}` : '';
}

/** As many letters as are wanted, in as many requests as it takes. */
export async function gatherPages<Item>(
  fetchPage: (request: PageRequest) => Promise<Page<Item>>,
  wanted: number,
  after?: string,
): Promise<Page<Item>> {
  const letters: Item[] = [];
  let next: string | null | undefined = after;
  do {
    const limit = Math.min(wanted - letters.length, MOST_AT_ONCE);
    const page = await fetchPage({ limit, after: next ?? undefined });
    letters.push(...page.letters);
    next = page.next;
  } while (next && letters.length < wanted);
  return { letters, next };
}
