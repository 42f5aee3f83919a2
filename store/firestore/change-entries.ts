import type { DocumentReference, Firestore, Query, Timestamp } from '@google-cloud/firestore';
import { MAX_PENDING } from '../outbox.ts';
import type { Connection } from './connection.ts';

/** Wide enough for every number, so that entries are in order in the console, too. */
const ID_WIDTH = 16;

/** In the place of a letter's id: all letters were replaced. */
export const ALL_LETTERS = '*';

/** What a write changed for readers. */
export interface Change {
  kind: 'shown' | 'withdrawn' | 'resync';
  /** Only of a letter that readers can see, or could until now. */
  letterId: string | null;
}

/**
 * One entry for each write of a letter, numbered without gaps. A write that readers cannot see has an entry,
 * too, but a null kind and the same `seq`, the only number that readers learn.
 */
export interface Entry extends Omit<Change, 'kind'> {
  kind: Change['kind'] | null;
  number: number;
  seq: number;
  /** The position of the letter that was sent last, if there is any. */
  lastPosition: string | null;
  /** Names the attempt to write, so that one whose answer was lost is recognized. */
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
  /** Whether readers were told since then that a letter is gone. */
  toldGone(letterId: string, since: Timestamp): Promise<boolean>;
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

    async toldGone(letterId, since) {
      const found = await ask(() => changes.where('letterId', 'in', [letterId, ALL_LETTERS]).get());
      return found.docs.some((document) => {
        const { kind } = document.data() as Entry;
        return kind !== 'shown' && document.createTime.valueOf() >= since.valueOf();
      });
    },
  };
}
