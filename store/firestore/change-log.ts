import { randomUUID } from 'node:crypto';
import type { Transaction } from '@google-cloud/firestore';
import { createSerialQueue } from '#core/serial-queue.ts';
import { MOST_PENDING } from '../outbox.ts';
import type { Change, ChangeEntries, Entry, Head } from './change-entries.ts';
import type { Connection } from './connection.ts';

/** How many entries are kept for those who were away. */
const KEPT = 1000;

/** What is to be written, and what its writer is told. */
export interface Plan<Result> {
  result: Result;
  /** Nothing is written when it is missing. */
  fill?: (transaction: Transaction) => void;
  changes?: (Change | null)[];
  lastPosition?: string | null;
}

export interface ChangeLog {
  /**
   * The only way in which letters are written: all at once, and only if nobody wrote since the head
   * was read, else the plan is made again.
   * @param plan is made of what it reads, and has to be free of other effects
   */
  write<Result>(plan: (head: Head) => Promise<Plan<Result>>): Promise<Result>;
}

/**
 * @param committed is called after each commit, with its last entry, before its write resolves
 */
export function changeLog(
  { ask, commit, deadline, persist }: Connection,
  entries: ChangeEntries,
  committed: (last: Entry) => Promise<void>,
): ChangeLog {
  // Those of one process take turns, since all but one of them would have to begin again.
  const enqueue = createSerialQueue();

  async function wasKept([first]: Entry[]): Promise<boolean> {
    if (!first) return false;
    const found = await ask(() => entries.at(first.number).get());
    return found.get('attempt') === first.attempt;
  }

  function send(added: Entry[], fill: (transaction: Transaction) => void): Promise<void> {
    return commit((transaction) => {
      // First of all, so that nothing is written when somebody else took the number.
      for (const entry of added) transaction.create(entries.at(entry.number), { ...entry });
      fill(transaction);
      for (const { number } of added) {
        if (number > KEPT) transaction.delete(entries.at(number - KEPT));
      }
    });
  }

  return {
    async write<Result>(plan: (head: Head) => Promise<Plan<Result>>) {
      // Has to differ from that of every other instance, whatever its source of chance.
      const attempt = randomUUID();
      let sent: { added: Entry[]; result: Result } | undefined;
      const until = deadline();
      const { added, result } = await enqueue(() =>
        persist(async () => {
          if (sent && (await wasKept(sent.added))) return sent;
          sent = undefined;
          const head = await entries.head();
          const { result, fill, ...rest } = await plan(head);
          if (!fill) return { added: [], result };
          sent = { added: entriesAfter(head, rest, attempt), result };
          await send(sent.added, fill);
          return sent;
        }, until),
      );
      const last = added.at(-1);
      if (last) await committed(last);
      return result;
    },
  };
}

function entriesAfter(
  head: Head,
  { changes = [], lastPosition = null }: Pick<Plan<unknown>, 'changes' | 'lastPosition'>,
  attempt: string,
): Entry[] {
  let { number, seq } = head;
  return toldOneByOne(changes.filter((change) => change !== null)).map((change) => {
    number += 1;
    if (change) seq += 1;
    return {
      number,
      seq,
      kind: change?.kind ?? null,
      letterId: change?.letterId ?? null,
      lastPosition: lastPosition ?? head.lastPosition,
      attempt,
    };
  });
}

function toldOneByOne(changes: Change[]): (Change | null)[] {
  if (changes.length > MOST_PENDING) return [{ kind: 'resync', letterId: null }];
  return changes.length > 0 ? changes : [null];
}
