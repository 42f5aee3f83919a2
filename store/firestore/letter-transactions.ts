import { randomUUID } from 'node:crypto';
import type { Transaction } from '@google-cloud/firestore';
import { sentPart } from '#core/position.ts';
import { createSerialQueue } from '#core/serial-queue.ts';
import { MAX_PENDING } from '../outbox.ts';
import type { Change, ChangeEntries, Entry, Head } from './change-entries.ts';
import type { CommitSize, Connection } from './connection.ts';

/** How many entries are kept for instances that were disconnected. */
const KEPT = 1000;

/** What to write, and the result for the caller. */
export interface Plan<Result> {
  result: Result;
  /** Adds the writes to the transaction; when it is missing, nothing is written. */
  fill?: (transaction: Transaction) => void;
  changes?: (Change | null)[];
  /** Those of the letters that are written. */
  positions?: string[];
}

export interface LetterTransactions {
  /**
   * The only way to write letters: all at once, and only if nobody has written since the head was read;
   * otherwise the plan is made again.
   * @param plan may read, and must have no other effects
   */
  write<Result>(plan: (head: Head) => Promise<Plan<Result>>, size?: CommitSize): Promise<Result>;
}

/**
 * @param committed is called after each commit, with its last entry, before its write resolves
 */
export function letterTransactions(
  { ask, commit, deadline, retryTransient }: Connection,
  entries: ChangeEntries,
  committed: (last: Entry) => Promise<void>,
): LetterTransactions {
  // Writes of one process take turns: of concurrent ones, all but one would have to begin again.
  const enqueue = createSerialQueue();

  async function wasKept([first]: Entry[]): Promise<boolean> {
    if (!first) return false;
    const found = await ask(() => entries.at(first.number).get());
    return found.get('attempt') === first.attempt;
  }

  function send(
    added: Entry[],
    fill: (transaction: Transaction) => void,
    size?: CommitSize,
  ): Promise<void> {
    return commit((transaction) => {
      // `create` fails the whole commit if another process has taken the number.
      for (const entry of added) transaction.create(entries.at(entry.number), { ...entry });
      fill(transaction);
      for (const { number } of added) {
        if (number > KEPT) transaction.delete(entries.at(number - KEPT));
      }
    }, size);
  }

  return {
    async write<Result>(plan: (head: Head) => Promise<Plan<Result>>, size?: CommitSize) {
      const attempt = randomUUID();
      let sent: { added: Entry[]; result: Result } | undefined;
      const until = deadline();
      const { added, result } = await enqueue(() =>
        retryTransient(async () => {
          if (sent && (await wasKept(sent.added))) return sent;
          sent = undefined;
          const head = await entries.head();
          const { result, fill, ...rest } = await plan(head);
          if (!fill) return { added: [], result };
          sent = { added: entriesAfter(head, rest, attempt), result };
          await send(sent.added, fill, size);
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
  { changes = [], positions = [] }: Pick<Plan<unknown>, 'changes' | 'positions'>,
  attempt: string,
): Entry[] {
  let { number, seq, lastPosition } = head;
  for (const position of positions) {
    if (sentPart(position) > sentPart(lastPosition ?? '')) lastPosition = position;
  }
  return toldOneByOne(changes.filter((change) => change !== null)).map((change) => {
    number += 1;
    if (change) seq += 1;
    return {
      number,
      seq,
      kind: change?.kind ?? null,
      letterId: change?.letterId ?? null,
      lastPosition,
      attempt,
    };
  });
}

function toldOneByOne(changes: Change[]): (Change | null)[] {
  if (changes.length > MAX_PENDING) return [{ kind: 'resync', letterId: null }];
  return changes.length > 0 ? changes : [null];
}
