import type { LetterJson } from '#core/letter.ts';
import type { Owner } from '../../test/clients/owner.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { type Entry, isSame, newEntry, type Words, wordsOf } from './letter-ledger.ts';

const LETTERS = '/api/portal/letters';
/** The share of refused or unanswered changes that are not retried. */
const GIVEN_UP = 0.4;

/** One change, and what became of it. Times are by `performance.now()`. */
export interface Change {
  entry: Entry;
  /** What the letter is after it; null when it deletes it. */
  words: Words | null;
  sentAt: number;
  /** When the site acknowledged it; null if it did not. */
  answeredAt: number | null;
}

/** `refused`: the site said that it did not do it. `unanswered`: it may have. */
type Fate = 'kept' | 'refused' | 'unanswered';

/** Sends, edits and deletes letters of its own, one change after the other. */
export interface Writer {
  entries: Entry[];
  /** In their order. */
  changes: Change[];
  /** Answers that a correct site never gives, in words. */
  oddities: string[];
  /** Answers by which something was refused: their status, type and body. */
  refusals: Refusal[];
  /** Makes one change, or retries the last one if it was refused or not answered. */
  step(): Promise<Fate>;
}

interface Refusal {
  status: number;
  type: string;
  body: { code?: string; title?: string };
}

/**
 * @param name of the writer, without spaces; begins all marks
 * @param random from 0 up to 1
 */
export function createWriter(name: string, owner: Owner, random: () => number): Writer {
  const entries: Entry[] = [];
  const changes: Change[] = [];
  const oddities: string[] = [];
  const refusals: Refusal[] = [];
  let again: (() => Promise<Fate>) | null = null;

  /** Those whose state is known. */
  const certain = () => entries.filter(({ states }) => states.length === 1 && states[0] !== null);
  const pick = (from: Entry[]) => from[Math.floor(random() * from.length)];

  function next(): Promise<Fate> {
    const roll = random();
    const entry = certain().length < 3 || roll < 0.4 ? undefined : pick(certain());
    if (!entry) return create();
    return roll < 0.8 ? edit(entry) : remove(entry);
  }

  function create(): Promise<Fate> {
    const entry = newEntry(`${name}-${entries.length + 1}.`);
    entries.push(entry);
    const words = wordsOf(entry, random() < 0.3);
    return attempt(entry, words, () =>
      owner.call('POST', LETTERS, words, undefined, { 'Idempotency-Key': entry.key }),
    );
  }

  function edit(entry: Entry): Promise<Fate> {
    entry.edition += 1;
    const words = wordsOf(entry, random() < 0.3);
    const headers = { 'If-Match': `"${entry.version}"` };
    return attempt(entry, words, () =>
      owner.call('PUT', `${LETTERS}/${entry.id}`, words, undefined, headers),
    );
  }

  function remove(entry: Entry): Promise<Fate> {
    return attempt(entry, null, () => owner.call('DELETE', `${LETTERS}/${entry.id}`));
  }

  async function attempt(entry: Entry, words: Words | null, send: () => Promise<Response>) {
    const before = entry.states;
    const change: Change = { entry, words, sentAt: performance.now(), answeredAt: null };
    changes.push(change);
    let isRetry = false;
    const once = async (): Promise<Fate> => {
      again = null;
      entry.states = [...before, words];
      const fate = await send()
        .then((response) => settle(entry, words, response, isRetry))
        .catch((): Fate => 'unanswered');
      // A refused change was not kept, unless an earlier attempt was.
      if (fate === 'refused' && !isRetry) entry.states = before;
      if (fate === 'kept') change.answeredAt = performance.now();
      else if (random() >= GIVEN_UP) {
        isRetry ||= fate === 'unanswered';
        again = once;
      }
      return fate;
    };
    return once();
  }

  async function settle(entry: Entry, words: Words | null, response: Response, isRetry: boolean) {
    const body = response.status === 204 ? null : await response.json().catch(() => null);
    if (response.ok) {
      if (words && !isSame(body as LetterJson, words))
        oddities.push(`${entry.mark} came back wrong.`);
      if (words) Object.assign(entry, { id: body.id, version: body.version });
      entry.states = [words];
      return 'kept';
    }
    if (response.status >= 500) {
      const type = response.headers.get('Content-Type') ?? '';
      refusals.push({ status: response.status, type, body: body ?? {} });
      return 'refused';
    }
    // An earlier attempt was kept, but its answer was lost.
    if (isRetry && (await happened(entry, words, response.status))) {
      entry.states = [words];
      return 'kept';
    }
    oddities.push(`A change to ${entry.mark} was answered with ${response.status}.`);
    return 'refused';
  }

  async function happened(entry: Entry, words: Words | null, status: number): Promise<boolean> {
    if (words === null) return status === 404;
    if (status !== 409) return false;
    const letter = (await (
      await owner.call('GET', `/api/letters/${entry.id}`)
    ).json()) as LetterJson;
    entry.version = letter.version;
    return isSame(letter, words);
  }

  return { entries, changes, oddities, refusals, step: () => (again ? again() : next()) };
}

/** Several who write at the same time. With the same seed each makes the same choices. */
export function createWriters(count: number, owner: Owner, seed: number): Writer[] {
  return Array.from({ length: count }, (_, at) =>
    createWriter(`w${at}`, owner, seededRandom(`${seed} ${at}`)),
  );
}
