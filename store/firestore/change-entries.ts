import type { DocumentReference, Firestore, Query, Timestamp } from '@google-cloud/firestore';
import { MAX_PENDING } from '../outbox.ts';
import type { Connection } from './connection.ts';

/** Wide enough for every number, so that entries are in order in the console, too. */
const ID_WIDTH = 16;

/** Stands for a letter's id in a change that replaced all letters. */
export const ALL_LETTERS = '*';

/** What a write changed for readers. */
export interface Change {
  kind: 'shown' | 'withdrawn' | 'resync';
  /** The id of a letter that readers can see, or could until now; null where a change is not of one letter. */
  letterId: string | null;
}

/**
 * An entry about a write, numbered without gaps. A write has one entry for each change that readers can see;
 * without any, it has one with a null kind and the `seq` of the entry before. Readers learn `seq` alone.
 */
export interface Entry extends Omit<Change, 'kind'> {
  kind: Change['kind'] | null;
  number: number;
  seq: number;
  /** The position of the letter that was sent last, if there is any. */
  lastPosition: string | null;
  /** Names the attempt to write, so that a retry recognizes an attempt whose answer was lost. */
  attempt: string;
}

export type Head = Pick<Entry, 'number' | 'seq' | 'lastPosition'>;

const BEGINNING: Head = { number: 0, seq: 0, lastPosition: null };

/** The collection `changes`. */
export interface ChangeEntries {
  /** The newest entry, for a listener. */
  newest: Query;
  at(number: number): DocumentReference;
  head(): Promise<Head>;
  /** Entries after a number, in order: at most `MAX_PENDING` and one more. */
  after(number: number): Promise<Entry[]>;
  /** Whether an entry made since a time tells readers that a letter is there, or that it is gone. */
  told(kind: 'shown' | 'withdrawn', letterId: string, since: Timestamp): Promise<boolean>;
}

export function changeEntries({ database, streaming, ask }: Connection): ChangeEntries {
  const changes = database.collection('changes');
  const newestOf = (from: Firestore) =>
    from.collection('changes').orderBy('number', 'desc').limit(1);
  return {
    newest: newestOf(streaming),
    at: (number) => changes.doc(String(number).padStart(ID_WIDTH, '0')),

    async head() {
      const found = await ask(() => newestOf(database).get());
      return (found.docs[0]?.data() as Entry | undefined) ?? BEGINNING;
    },

    async after(number) {
      const query = changes
        .where('number', '>', number)
        .orderBy('number')
        .limit(MAX_PENDING + 1);
      const found = await ask(() => query.get());
      return found.docs.map((document) => document.data() as Entry);
    },

    async told(kind, letterId, since) {
      const found = await ask(() => changes.where('letterId', 'in', [letterId, ALL_LETTERS]).get());
      return found.docs.some((document) => {
        const entry = document.data() as Entry;
        if (entry.kind !== kind && entry.kind !== 'resync') return false;
        return document.createTime.valueOf() >= since.valueOf();
      });
    },
  };
}
