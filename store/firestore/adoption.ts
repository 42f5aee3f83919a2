import type { DocumentReference, DocumentSnapshot } from '@google-cloud/firestore';
import type { Letter } from '#core/letter.ts';
import type { ChangeLog, Plan } from './change-log.ts';
import { changeOf } from './change-of.ts';
import type { Connection } from './connection.ts';
import {
  isMarkedNoLetter,
  letterIdOf,
  NOT_A_LETTER,
  type Reading,
  readLetter,
  settlingFields,
} from './letter-document.ts';
import { freePlaces, lastSent } from './letter-places.ts';

/** How many documents are taken in with one commit. */
const BATCH = 100;

/** Takes in letters that others wrote: their documents are only added to, and never otherwise changed. */
export interface Adoption {
  /** Takes in all that were not yet, and reads no document when there are none. */
  adoptAll(): Promise<void>;
  /** Takes in these documents, as they are now, so far as they need it. */
  adopt(documents: DocumentReference[]): Promise<void>;
}

/** Whether a document is as we would leave it. */
export function isSettled(document: DocumentSnapshot): boolean {
  if (letterIdOf(document.id) === null) return isMarkedNoLetter(document);
  return readLetter(document)?.settled ?? true;
}

/** @param random from 0 up to 1 */
export function adoption(
  connection: Connection,
  { write }: ChangeLog,
  random: () => number,
): Adoption {
  const { database, ask, stream } = connection;
  const letters = database.collection('letters');

  async function planFor(references: DocumentReference[], last: string | null) {
    const documents = await ask(() => database.getAll(...references));
    const open = documents.filter((document) => document.exists && !isSettled(document));
    const readings = new Map(open.map((document) => [document.id, readLetter(document)]));
    const places = await placesOf([...readings.values()], random);
    const adopted = open.map((document) => {
      const reading = readings.get(document.id) ?? null;
      return { document, reading, letter: reading && adoptedLetter(reading, places) };
    });
    const plan: Plan<void> = { result: undefined };
    if (open.length === 0) return plan;
    plan.changes = adopted.map(({ reading, letter }) => changeOf(reading, letter));
    plan.lastPosition = lastSent([last, ...adopted.map(({ letter }) => letter?.position ?? null)]);
    plan.fill = (transaction) => {
      for (const { document, letter } of adopted) {
        const { updateTime } = document;
        const fields = letter ? settlingFields(letter) : NOT_A_LETTER;
        // What a letter remembers of a file is over when others have changed it since.
        const origin = document.get('origin') === undefined || !letter ? {} : { origin: null };
        transaction.update(
          document.ref,
          { ...fields, ...origin },
          updateTime ? { lastUpdateTime: updateTime } : {},
        );
      }
    };
    return plan;
  }

  async function placesOf(readings: (Reading | null)[], chance: () => number) {
    const homeless = readings.flatMap((reading) =>
      reading && !reading.placed ? [reading.letter] : [],
    );
    const placed = await freePlaces(connection, homeless, chance);
    return new Map(placed.map(({ id, position }) => [id, position]));
  }

  async function adopt(references: DocumentReference[]): Promise<void> {
    if (references.length === 0) return;
    await write(({ lastPosition }) => planFor(references, lastPosition));
  }

  async function count(query: { count(): ReturnType<typeof letters.count> }): Promise<number> {
    const counted = await ask(() => query.count().get());
    return counted.data().count;
  }

  return {
    adopt,
    async adoptAll() {
      const [all, looked] = [await count(letters), await count(letters.where('digest', '>', ''))];
      if (all === looked) return;
      let batch: DocumentReference[] = [];
      for await (const document of stream<DocumentSnapshot>(() => letters.stream())) {
        if (!isSettled(document)) batch.push(document.ref);
        if (batch.length < BATCH) continue;
        await adopt(batch);
        batch = [];
      }
      await adopt(batch);
    },
  };
}

/** The letter with a place of its own, and a version that tells of its change. */
function adoptedLetter({ letter, placed }: Reading, places: Map<string, string>): Letter {
  const position = places.get(letter.id) ?? letter.position;
  return { ...letter, position, version: placed ? letter.version + 1 : letter.version };
}
