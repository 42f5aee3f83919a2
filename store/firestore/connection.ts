import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Firestore,
  type Query,
  type QueryDocumentSnapshot,
  type Transaction,
} from '@google-cloud/firestore';
import { StoreUnavailable } from '#core/errors.ts';
import { FirestoreFailure, failureIn, STATUS, unavailable } from './engine-error.ts';

/** How long a call waits for Firestore, in milliseconds. */
const TIMEOUT_MS = 5000;
/** How long a commit of many letters may take: on a slow line, megabytes travel for a while. */
const LARGE_COMMIT_MS = 60_000;
/** The first pause before another attempt; each further one is longer. */
const PAUSE_MS = 20;

/** How long a stream of documents may last. */
const LONGEST_STREAM_MS = 300_000;

/**
 * By default the library retries a commit without an answer for ten minutes. A commit that we have reported
 * as failed must not succeed later, so each is sent once, and `retryTransient` decides about retries. Reads
 * would be retried in two layers, of which one is enough.
 * @param methods how long a call of each may take, in milliseconds
 */
const sendOnce = (methods: Record<string, number>) => ({
  interfaces: {
    'google.firestore.v1.Firestore': {
      retry_codes: { never: [] },
      methods: Object.fromEntries(
        Object.entries(methods).map(([method, timeout_millis]) => [
          method,
          { timeout_millis, retry_codes_name: 'never', retry_params_name: 'default' },
        ]),
      ),
    },
  },
});

/** See https://grpc.io/docs/guides/keepalive/ */
const COME_BACK_SOON = {
  grpcOptions: {
    // Instead of up to two minutes until the next attempt to reconnect.
    'grpc.max_reconnect_backoff_ms': 2000,
    // Detects a dead connection sooner than the system does.
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 5000,
  },
};

export type CommitSize = 'usual' | 'large';

/** The connection to one project's database. */
export interface Connection {
  readonly database: Firestore;
  /** The same database for long-running work: listeners, streams and large commits. */
  readonly streaming: Firestore;
  /** Resolves when Firestore answers and lets us write, else rejects with `StoreUnavailable`. */
  reach(): Promise<void>;
  /** Rejects with `StoreUnavailable` when Firestore fails, or does not answer in time. */
  ask<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The documents that a query of `streaming` finds, however long the reader takes for each. */
  stream(query: Query): AsyncGenerator<QueryDocumentSnapshot>;
  /**
   * Writes everything that `fill` adds, or nothing.
   * @param size a large commit may take longer than other calls
   */
  commit(fill: (transaction: Transaction) => void, size?: CommitSize): Promise<void>;
  /** When a call that begins now gives up, by `performance.now()`. */
  deadline(): number;
  /**
   * Retries work while it may still succeed: after a conflict, or a lost answer. The work must check whether an
   * earlier attempt was committed.
   * @param until when to give up, by `performance.now()`
   */
  retryTransient<Result>(work: () => Promise<Result>, until?: number): Promise<Result>;
  /** Refuses new calls; calls that are under way fail. */
  close(): Promise<void>;
}

export function connectTo(projectId: string, timeout = TIMEOUT_MS): Connection {
  const database = new Firestore({
    projectId,
    ...COME_BACK_SOON,
    gaxServerStreamingRetries: true,
    clientConfig: sendOnce({
      Commit: timeout,
      RunQuery: LONGEST_STREAM_MS,
      BatchGetDocuments: LONGEST_STREAM_MS,
      RunAggregationQuery: LONGEST_STREAM_MS,
    }),
  });
  // Never terminated, because a client that is terminated while it connects throws an error that cannot be
  // caught. With no idle channels, it ends by itself with the last listener.
  const streaming = new Firestore({
    projectId,
    ...COME_BACK_SOON,
    clientConfig: sendOnce({ Commit: LARGE_COMMIT_MS }),
    maxIdleChannels: 0,
  });
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  /** Whether the last call did not get through. The next one tries `reach` first: a failing read goes on for long. */
  let doubtful = false;
  let reaching: Promise<void> | undefined;

  function unavailableAfter(error: unknown): StoreUnavailable | null {
    if (error instanceof StoreUnavailable) return error;
    if (closed) return new StoreUnavailable(new Error('The store was closed.'));
    const failure = failureIn(error);
    return failure && unavailable(failure);
  }

  function underWayUntilSettled<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    const settled = () => underWay.delete(work);
    work.then(settled, settled);
    return work;
  }

  async function inTime<Result>(work: () => Promise<Result>, allowed = timeout): Promise<Result> {
    if (closed) throw new StoreUnavailable(new Error('The store was closed.'));
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tookTooLong(allowed)), allowed);
    });
    try {
      const result = await Promise.race([underWayUntilSettled(work()), tooLong]);
      doubtful = false;
      return result;
    } catch (error) {
      const failure = unavailableAfter(error);
      doubtful = failure?.cause instanceof FirestoreFailure && failure.cause.isOutage;
      throw failure ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  const deadline = () => performance.now() + timeout;

  const commit: Connection['commit'] = (fill, size = 'usual') => {
    const [through, allowed] =
      size === 'large' ? [streaming, LARGE_COMMIT_MS] : [database, timeout];
    const work = async (transaction: Transaction) => fill(transaction);
    return inTime(() => through.runTransaction(work, { maxAttempts: 1 }), allowed);
  };

  async function tryOnce(): Promise<void> {
    try {
      // Updates a document that does not exist: changes nothing, and is refused to those who may not write.
      await commit((transaction) =>
        transaction.update(database.doc('changes/none'), { number: 0 }),
      );
    } catch (error) {
      const failure = error instanceof StoreUnavailable ? error.cause : null;
      if (!(failure instanceof FirestoreFailure) || failure.status !== STATUS.NOT_FOUND)
        throw error;
    }
  }

  function reach(): Promise<void> {
    reaching ??= tryOnce().finally(() => {
      reaching = undefined;
    });
    return reaching;
  }

  async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
    if (doubtful && !closed) await reach();
    return inTime(work);
  }

  return {
    database,
    streaming,
    ask,

    async *stream(query) {
      const source = query.stream() as Readable;
      const items = source.iterator({ destroyOnReturn: false });
      try {
        for (;;) {
          const { value, done } = await ask(() => items.next());
          if (done) return;
          yield value;
        }
      } finally {
        // A stream that is abandoned ends only when it has been drained.
        const drain = () => source.on('error', () => {}).resume();
        void Promise.resolve(items.return?.()).then(drain, drain);
      }
    },

    reach,
    commit,
    deadline,

    async retryTransient(work, until = deadline()) {
      if (performance.now() >= until) throw new StoreUnavailable(tookTooLong(timeout));
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await work();
        } catch (error) {
          const failure = error instanceof StoreUnavailable ? error.cause : null;
          if (!(failure instanceof FirestoreFailure) || !failure.mayPass) throw error;
          // Jittered, so that those in conflict do not retry together.
          const pause = PAUSE_MS * 1.5 ** Math.min(attempt, 10) * (0.5 + Math.random());
          if (performance.now() + pause >= until) throw error;
          await sleep(pause);
        }
      }
    },

    async close() {
      if (closed) return;
      closed = true;
      const idle = underWay.size === 0;
      const ended = Promise.allSettled(underWay).then(() => database.terminate());
      // Calls under way are not waited for: the library's own retries end within seconds.
      if (idle) await ended;
    },
  };
}

function tookTooLong(timeout: number): FirestoreFailure {
  const message = `Firestore did not answer within ${timeout / 1000} seconds.`;
  return new FirestoreFailure(message, STATUS.DEADLINE_EXCEEDED);
}
