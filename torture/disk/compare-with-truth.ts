import type { LetterJson } from '#core/letter.ts';
import type { Owner } from '../../test/clients/owner.ts';
import type { Words } from './letter-ledger.ts';

/** What everybody should find on a site. */
export interface Truth {
  address: string;
  owner: Owner;
  /** What every letter says, by its id. */
  truth: Map<string, Words>;
}

interface Comparison {
  faults: string[];
  /** How many letters were shown with their own words. */
  right: number;
}

/**
 * Reads everything that can be read, and finds what is not true.
 * @param harmed whether the site may also answer that something cannot be read
 */
export async function compareWithTruth(
  { address, owner, truth }: Truth,
  harmed: boolean,
): Promise<Comparison> {
  const faults: string[] = [];
  let right = 0;
  for (const [id, words] of truth) {
    const response = await fetch(`${address}/api/letters/${id}`);
    const letter = (await response.json()) as LetterJson;
    if (response.status === 200) {
      if (letter.content === words.content && letter.title === words.title) right += 1;
      else faults.push(`${id} has words that are not its own.`);
    } else if (!harmed || response.status !== 503) faults.push(`${id} answers ${response.status}.`);
  }
  for (const path of ['/api/letters?limit=100', '/api/portal/letters?limit=100']) {
    const response = await owner.call('GET', path);
    if (response.status === 200) {
      const { letters } = (await response.json()) as { letters: LetterJson[] };
      for (const { id, title } of letters) {
        if (truth.has(id) && truth.get(id)?.title !== title)
          faults.push(`${id} has another title.`);
      }
    } else if (!harmed || response.status !== 503)
      faults.push(`A list answers ${response.status}.`);
  }
  const { status } = await fetch(`${address}/`);
  if (status !== 200 && status !== 503) faults.push(`The home page answers ${status}.`);
  return { faults, right };
}
