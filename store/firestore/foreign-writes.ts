import { type QueryDocumentSnapshot, type QuerySnapshot, Timestamp } from '@google-cloud/firestore';
import { StoreUnavailable } from '#core/errors.ts';
import { type Adoption, isSettled } from './adoption.ts';
import type { ChangeEntries } from './change-entries.ts';
import type { Connection } from './connection.ts';
import { letterIdOf, readLetter } from './letter-document.ts';
import { copiesAmong } from './letter-positions.ts';
import type { LetterTransactions } from './letter-transactions.ts';
import { type Listening, listenTo } from './listen-to.ts';

/** How many of the newest letters are listened to. */
const NEWEST = 100;
const EARLIEST = new Timestamp(-62_135_596_800, 0);
/** How often all letters are counted, to find those that the listener does not see. */
const COUNT_INTERVAL_MS = 300_000;

/**
 * Notices what others do with the letters while we run, such as an older site or the database's console, and
 * adopts it, which also tells readers.
 */
export interface ForeignWrites {
  start(): void;
  stop(): void;
}

export function foreignWrites(
  { database, streaming, ask }: Connection,
  entries: ChangeEntries,
  { write }: LetterTransactions,
  { adopt, adoptAll }: Adoption,
  listening: Listening,
): ForeignWrites {
  const letters = streaming.collection('letters');
  const newest = ['createdAt', 'updatedAt'].map((field) => ({
    // The query finds only timestamps, which most programs write; the count finds the other letters.
    query: letters.where(field, '>=', EARLIEST).orderBy(field, 'desc').limit(NEWEST),
    // The documents of the last snapshot, kept across failures, to compare the next one with.
    known: null as Map<string, QueryDocumentSnapshot> | null,
    /** Those that have come or gone, until readers know it: what fails is tried again with the next snapshot. */
    untold: new Map<string, QueryDocumentSnapshot>(),
  }));
  let ends: (() => void)[] = [];

  /** Tells readers of a deletion by others, which left no entry. */
  const withdraw = (document: QueryDocumentSnapshot) =>
    tell('withdrawn', document, async (letterId, isThere) => {
      return isThere || entries.told('withdrawn', letterId, document.updateTime);
    });

  /** Tells readers of a deleted letter that others have put back as it was, with our fields, and so without an entry. */
  async function announce(document: QueryDocumentSnapshot): Promise<void> {
    const isTold = (letterId: string) => entries.told('shown', letterId, document.createTime);
    // That of a new letter of ours is; asked here, so that no write has to wait for the answer.
    if (await isTold(letterIdOf(document.id) ?? '')) return;
    await tell('shown', document, async (letterId, isThere) => {
      const wasGone = isThere && (await entries.told('withdrawn', letterId, EARLIEST));
      return !wasGone || isTold(letterId);
    });
  }

  /** @param isTold whether readers know it already, or need not */
  async function tell(
    kind: 'shown' | 'withdrawn',
    document: QueryDocumentSnapshot,
    isTold: (letterId: string, isThere: boolean) => Promise<boolean>,
  ): Promise<void> {
    const reading = readLetter(document);
    if (!reading?.listed) return;
    const letterId = reading.letter.id;
    await write(async () => {
      const now = await ask(() => database.doc(document.ref.path).get());
      if (await isTold(letterId, now.exists)) return { result: undefined };
      return { result: undefined, changes: [{ kind, letterId }], fill: () => {} };
    });
  }

  async function inBackground(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      listening.failed(error);
    }
  }

  function listener(watched: (typeof newest)[number]): () => void {
    const { untold } = watched;
    const heard = ({ docs }: QuerySnapshot) => {
      const now = new Map(docs.map((document) => [document.id, document]));
      const before = watched.known ?? now;
      for (const one of [...before.values(), ...docs])
        if (before.has(one.id) !== now.has(one.id)) untold.set(one.id, one);
      const unsettled = [...docs.filter((one) => !isSettled(one)), ...copiesAmong(docs)];
      watched.known = now;
      void inBackground(async () => {
        await adopt([...new Set(unsettled.map(({ id }) => id))]);
        for (const [id, document] of untold) {
          const there = watched.known?.get(id);
          await (there ? announce(there) : withdraw(document));
          // It may have come back, or gone again, meanwhile.
          if (untold.get(id) === document) untold.delete(id);
        }
      });
    };
    return listenTo(watched.query, heard, listening);
  }

  return {
    start() {
      const timer = setInterval(() => void inBackground(adoptAll), COUNT_INTERVAL_MS).unref();
      ends = [...newest.map(listener), () => clearInterval(timer)];
    },
    stop() {
      for (const end of ends) end();
      ends = [];
    },
  };
}
