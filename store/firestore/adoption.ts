import type { DocumentSnapshot, Query } from '@google-cloud/firestore';
import type { Letter } from '#core/letter.ts';
import { changeOf } from './change-of.ts';
import type { Connection } from './connection.ts';
import {
  letterIdOf,
  NOT_A_LETTER,
  type Reading,
  readLetter,
  settlingFields,
} from './letter-document.ts';
import { copiesAt, ownPositions } from './letter-positions.ts';
import type { LetterTransactions, Plan } from './letter-transactions.ts';

/** How many documents are adopted in one commit. */
const BATCH = 100;

/** Adopts letters that other programs wrote: adds fields to their documents, and changes nothing else. */
export interface Adoption {
  /** Adopts all letters that need it; reads no document when there are none. */
  adoptAll(): Promise<void>;
  /** Reads these documents again, and adopts those that need it; copies of others get places of their own. */
  adopt(documentIds: string[]): Promise<void>;
}

/** Whether a document needs no adoption. */
export function isSettled(document: DocumentSnapshot): boolean {
  if (letterIdOf(document.id) === null) return document.get('digest') === NOT_A_LETTER.digest;
  return readLetter(document)?.settled ?? true;
}

export function adoption(connection: Connection, { write }: LetterTransactions): Adoption {
  const { database, streaming, ask, stream } = connection;
  const letters = database.collection('letters');

  async function planFor(ids: string[]): Promise<Plan<void>> {
    const references = ids.map((id) => letters.doc(id));
    const documents = await ask(() => database.getAll(...references));
    const copies = await copiesAt(connection, documents.flatMap(placeOf));
    const open = documents
      .filter((document) => document.exists && (!isSettled(document) || copies.has(document.id)))
      .map((document) => ({ document, reading: readingOf(document, copies) }));
    if (open.length === 0) return { result: undefined };
    const readings = open.flatMap(({ reading }) => reading ?? []);
    const positions = await ownPositions(connection, readings);
    const adopted = open.map(({ document, reading }) => {
      return { document, reading, letter: reading && adoptedLetter(reading, positions) };
    });
    return {
      result: undefined,
      changes: adopted.map(({ reading, letter }) => changeOf(reading, letter)),
      positions: adopted.flatMap(({ letter }) => letter?.position ?? []),
      fill(transaction) {
        for (const { document, letter } of adopted) {
          const { updateTime } = document;
          const fields = letter ? settlingFields(letter) : NOT_A_LETTER;
          // Others have changed the letter, so its origin no longer applies.
          const origin = document.get('origin') === undefined || !letter ? {} : { origin: null };
          transaction.update(
            document.ref,
            { ...fields, ...origin },
            updateTime ? { lastUpdateTime: updateTime } : {},
          );
        }
      },
    };
  }

  async function adopt(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    await write(() => planFor(ids));
  }

  async function count(query: Query): Promise<number> {
    const counted = await ask(() => query.count().get());
    return counted.data().count;
  }

  async function adoptNew(): Promise<void> {
    const [all, looked] = [await count(letters), await count(letters.where('digest', '>', ''))];
    if (all === looked) return;
    let batch: string[] = [];
    for await (const document of stream(streaming.collection('letters'))) {
      if (!isSettled(document)) batch.push(document.id);
      if (batch.length < BATCH) continue;
      await adopt(batch);
      batch = [];
    }
    await adopt(batch);
  }

  /** Adopts letters that others have unhidden: the readers' list lacks them, and nothing else would find them. */
  async function adoptUncovered(): Promise<void> {
    const uncovered = letters.where('hidden', '==', false).where('visiblePosition', '==', '');
    let found: string[];
    do {
      const { docs } = await ask(() => uncovered.limit(BATCH).get());
      found = docs.map(({ id }) => id);
      await adopt(found);
    } while (found.length === BATCH);
  }

  return {
    adopt,
    async adoptAll() {
      await adoptNew();
      await adoptUncovered();
    },
  };
}

/** The position of ours that a document has, if it has one. */
function placeOf(document: DocumentSnapshot): string[] {
  const reading = readLetter(document);
  return reading?.placed ? [reading.letter.position] : [];
}

/** A copy of another document has no place of its own. */
function readingOf(document: DocumentSnapshot, copies: Set<string>): Reading | null {
  const reading = readLetter(document);
  return reading && copies.has(document.id) ? { ...reading, placed: false } : reading;
}

/** The letter with a position of its own, and, if it was changed, a new version. */
function adoptedLetter({ letter, placed }: Reading, positions: Map<string, string>): Letter {
  const position = positions.get(letter.id) ?? letter.position;
  return { ...letter, position, version: placed ? letter.version + 1 : letter.version };
}
