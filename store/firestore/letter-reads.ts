import type { DocumentSnapshot, Query } from '@google-cloud/firestore';
import type { Letter, LetterSummary } from '#core/letter.ts';
import { isLetterId } from '#core/letter-id.ts';
import { pageOf } from '#core/page-of.ts';
import { createdAtOf, GREATEST, positionOf, sentAtOf } from '#core/position.ts';
import type { Letters } from '#core/store.ts';
import { foldSearch, foldText, hasAll } from '../fold-text.ts';
import type { Connection } from './connection.ts';
import { documentIdOf, readLetter, readSummary, SUMMARY_FIELDS } from './letter-document.ts';

/** How many letters a search reads at once. */
const BATCH = 200;

/** Keyset pagination, without offsets or counts: the last page costs as much as the first. */
export function letterReads({
  database,
  streaming,
  ask,
  stream,
}: Connection): Pick<Letters, 'get' | 'listAll' | 'listVisible' | 'neighbours' | 'exportAll'> {
  const letters = database.collection('letters');

  /** Reads up to `wanted` items on one side of a position, in batches; skips documents that `read` makes null. */
  async function collect<Item>(
    field: 'position' | 'visiblePosition',
    after: string,
    wanted: number,
    { read, batch, only, later = false }: Collecting<Item>,
  ): Promise<Item[]> {
    const items: Item[] = [];
    for (let from = after; ; ) {
      const side = later
        ? letters.where(field, '>', from).orderBy(field, 'asc')
        : letters.where(field, '>', '').where(field, '<', from).orderBy(field, 'desc');
      const query: Query = side.limit(batch);
      const { docs } = await ask(() => (only ? query.select(field, ...only) : query).get());
      for (const document of docs) {
        const item = read(document);
        if (item && items.push(item) === wanted) return items;
      }
      const last = docs.at(-1);
      if (!last || docs.length < batch) return items;
      from = last.get(field) as string;
    }
  }

  return {
    async get(id) {
      if (!isLetterId(id)) return null;
      const document = await ask(() => letters.doc(documentIdOf(id)).get());
      return readLetter(document)?.letter ?? null;
    },

    async listAll({ limit, after, search = [] }) {
      const words = foldSearch(search);
      const read = (document: DocumentSnapshot) => {
        const letter = readLetter(document)?.letter ?? null;
        return letter && contains(letter, words) ? letter : null;
      };
      const batch = words.length === 0 ? limit + 1 : BATCH;
      const found = await collect('position', after ?? GREATEST, limit + 1, { read, batch });
      return pageOf(found, limit);
    },

    async listVisible({ limit, after }) {
      const options = { read: readSummary, batch: limit + 1, only: SUMMARY_FIELDS };
      return pageOf(await collect('visiblePosition', after ?? GREATEST, limit + 1, options), limit);
    },

    async neighbours(position) {
      const options = { read: readSummary, batch: 1, only: SUMMARY_FIELDS };
      const nearest = async (later: boolean) =>
        (await collect('visiblePosition', position, 1, { ...options, later }))[0] ?? null;
      const [earlier, later] = await Promise.all([nearest(false), nearest(true)]);
      return { earlier, later };
    },

    async *exportAll() {
      const query = streaming.collection('letters').where('sent', '>', '').orderBy('sent');
      let last = Number.NEGATIVE_INFINITY;
      for await (const document of stream(query)) {
        const letter = readLetter(document)?.letter;
        if (!letter) continue;
        const sentAt = sentAtOf(letter.position);
        // A document that somebody has copied has the place of its original, and no store has two letters at one.
        const free = Math.max(sentAt, last + 1);
        last = free;
        const position =
          free === sentAt ? letter.position : positionOf(createdAtOf(letter.position), free);
        yield { ...letter, position };
      }
    },
  };
}

/** The visible ones of these letters, by id. */
export async function readSummaries(
  { database, ask }: Connection,
  ids: string[],
): Promise<Map<string, LetterSummary>> {
  if (ids.length === 0) return new Map();
  const letters = database.collection('letters');
  const references = [...new Set(ids)].map((id) => letters.doc(documentIdOf(id)));
  const documents = await ask(() => database.getAll(...references, { fieldMask: SUMMARY_FIELDS }));
  const visible = documents.map(readSummary).filter((summary) => summary !== null);
  return new Map(visible.map((summary) => [summary.id, summary]));
}

interface Collecting<Item> {
  read(document: DocumentSnapshot): Item | null;
  batch: number;
  /** The fields that are read; all when absent. */
  only?: string[];
  /** Reads the newer letters, the nearest first, instead of the older ones. */
  later?: boolean;
}

function contains({ title, content, signature }: Letter, words: string[]): boolean {
  return words.length === 0 || hasAll([title, content, signature].map(foldText), words);
}
