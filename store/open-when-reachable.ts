import { StoreUnavailable } from '#core/errors.ts';
import { retryUntilReachable } from '#core/retry-until-reachable.ts';
import type { Store } from '#core/store.ts';

interface OpeningStore {
  store: Store;
  /** Why the store could not be reached at once; null when it is open. */
  obstacle: string | null;
  /**
   * Resolves once the store is open, if ever. Rejects with `OwnerFacingError` when it can be reached but
   * not be used.
   */
  opened: Promise<void>;
}

/**
 * Opens a store. While it cannot be reached, retries, and rejects every call with `StoreUnavailable`: the
 * database may start later than the site.
 * @throws what `open` throws at the first attempt, unless it is `StoreUnavailable`
 */
export async function openWhenReachable(open: () => Promise<Store>): Promise<OpeningStore> {
  try {
    return { store: await open(), obstacle: null, opened: Promise.resolve() };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return opening(open, error);
  }
}

function opening(open: () => Promise<Store>, first: StoreUnavailable): OpeningStore {
  const closing = new AbortController();
  let store: Store | undefined;
  let obstacle = first;
  const onUnreachable = (error: StoreUnavailable) => {
    obstacle = error;
  };
  const opened = retryUntilReachable(open, closing.signal, { onUnreachable }).then((real) => {
    store = real;
  });
  // Not an unhandled rejection where the site is stopped before.
  opened.catch(() => {});

  const real = (): Store => {
    if (store) return store;
    throw new StoreUnavailable(obstacle.cause, obstacle);
  };
  return {
    obstacle: first.reason,
    opened,
    store: {
      letters: {
        create: async (...args) => real().letters.create(...args),
        update: async (...args) => real().letters.update(...args),
        delete: async (...args) => real().letters.delete(...args),
        get: async (...args) => real().letters.get(...args),
        listAll: async (...args) => real().letters.listAll(...args),
        listVisible: async (...args) => real().letters.listVisible(...args),
        neighbours: async (...args) => real().letters.neighbours(...args),
        importAll: async (...args) => real().letters.importAll(...args),
        replaceAll: async (...args) => real().letters.replaceAll(...args),
        async *exportAll(options) {
          yield* real().letters.exportAll(options);
        },
        watchVisible: async (...args) => real().letters.watchVisible(...args),
      },
      records: {
        get: async (...args) => real().records.get(...args),
        put: async (...args) => real().records.put(...args),
        delete: async (...args) => real().records.delete(...args),
        list: async (...args) => real().records.list(...args),
        deleteAll: async (...args) => real().records.deleteAll(...args),
      },
      ping: async () => real().ping(),
      faults: async () => real().faults(),
      async close() {
        closing.abort();
        await opened.catch(() => {});
        await store?.close();
      },
    },
  };
}
