import type { Store } from '#core/store.ts';

/** A store whose watch lags: of changes, its own too, it tells only once it may. */
export function toldLate(store: Store, mayTell: Promise<void>): Store {
  const watchVisible: Store['letters']['watchVisible'] = (listener) =>
    store.letters.watchVisible((change) => void mayTell.then(() => listener(change)));
  return { ...store, letters: { ...store.letters, watchVisible } };
}
