import type { Query, QuerySnapshot } from '@google-cloud/firestore';

/** The pause before a listener that failed is started again, in milliseconds: it doubles up to the longest. */
const SHORTEST = 500;
const LONGEST = 30_000;

export interface Listening {
  /** From 0 up to 1: spreads out those who failed at the same moment. */
  random: () => number;
  /** Told of a failure, once until it is over. */
  failed: (error: unknown) => void;
}

/** Listens to a query, again after each failure, until it is ended. @returns ends it */
export function listenTo(
  query: Query,
  heard: (snapshot: QuerySnapshot) => void,
  { random, failed }: Listening,
): () => void {
  let pause = SHORTEST;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let unsubscribe = () => {};

  function subscribe(): void {
    unsubscribe = query.onSnapshot(
      (snapshot) => {
        pause = SHORTEST;
        if (!ended) heard(snapshot);
      },
      (error) => {
        if (ended) return;
        if (pause === SHORTEST) failed(error);
        timer = setTimeout(subscribe, pause * (0.5 + random())).unref();
        pause = Math.min(pause * 2, LONGEST);
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
