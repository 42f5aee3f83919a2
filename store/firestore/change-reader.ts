import type { VisibleChange } from '#core/store.ts';
import { changesToTell, MAX_PENDING, type OutboxRow } from '../outbox.ts';
import type { ChangeEntries, Entry, Head } from './change-entries.ts';
import type { Connection } from './connection.ts';
import { readSummaries } from './letter-reads.ts';

/**
 * A watch's cursor in the collection `changes`. Only one call may run at a time, or entries would be read
 * twice. `next` and `startOver` reject with `StoreUnavailable`, and the cursor then stays where it was.
 */
interface ChangeReader {
  /** The last entry that was read. */
  readonly seen: Pick<Head, 'number' | 'seq'>;
  /** Reads the changes after the last entry that was read. */
  next(): Promise<VisibleChange[]>;
  /** Moves to the newest entry. @returns a `resync` */
  startOver(): Promise<VisibleChange[]>;
  /**
   * Moves to an entry that was committed, though it and those before it could not be read.
   * @returns a `resync`, if readers can see any difference
   */
  skipTo(entry: Entry): VisibleChange[];
}

export function changeReader(connection: Connection, entries: ChangeEntries): ChangeReader {
  let seen: ChangeReader['seen'] = { number: 0, seq: 0 };

  async function startOver(): Promise<VisibleChange[]> {
    seen = await entries.head();
    return [{ kind: 'resync', seq: seen.seq }];
  }

  return {
    get seen() {
      return seen;
    },
    startOver,

    async next() {
      const found = await entries.after(seen.number);
      const last = found.at(-1);
      if (!last) return [];
      const whole = found.length <= MAX_PENDING && last.number - seen.number === found.length;
      if (!whole || found.some(({ kind }) => kind === 'resync')) return startOver();
      const changes = changesToTell(await rowsOf(connection, found), seen.seq, last.seq);
      seen = last;
      return changes;
    },

    skipTo(entry) {
      if (seen.number >= entry.number) return [];
      // An entry about what readers cannot see has the `seq` of the last one about what they can.
      const unheard = entry.seq !== seen.seq;
      seen = entry;
      return unheard ? [{ kind: 'resync', seq: entry.seq }] : [];
    },
  };
}

async function rowsOf(connection: Connection, found: Entry[]): Promise<OutboxRow[]> {
  const told = found.filter((entry) => entry.letterId !== null);
  const shown = told.filter(({ kind }) => kind === 'shown');
  const letters = await readSummaries(
    connection,
    shown.map(({ letterId }) => letterId as string),
  );
  return told.map(({ seq, kind, letterId }) => ({
    seq,
    kind: kind as OutboxRow['kind'],
    letterId: letterId as string,
    letter: letters.get(letterId as string) ?? null,
  }));
}
