import type { Query, QuerySnapshot } from '@google-cloud/firestore';

/** The pause before a listener that failed is started again: it doubles up to the longest. */
const SHORTEST_MS = 500;
const LONGEST_MS = 30_000;

export interface Listening {
  failed: (error: unknown) => void;
  /** Called with each snapshot. */
  well: () => void;
}

/** Listens to a query, again after each failure, until it is ended. @returns ends it */
export function listenTo(
  query: Query,
  heard: (snapshot: QuerySnapshot) => void,
  { failed, well }: Listening,
): () => void {
  let pause = SHORTEST_MS;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let unsubscribe = () => {};

  function subscribe(): void {
    unsubscribe = query.onSnapshot(
      (snapshot) => {
        if (ended) return;
        pause = SHORTEST_MS;
        well();
        heard(snapshot);
      },
      (error) => {
        if (ended) return;
        failed(error);
        // Jittered, so that those who failed together do not retry together.
        timer = setTimeout(subscribe, pause * (0.5 + Math.random())).unref();
        pause = Math.min(pause * 2, LONGEST_MS);
      },
    );
  }

  subscribe();
  return () => {
    ended = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
