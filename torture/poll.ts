import { setTimeout as sleep } from 'node:timers/promises';

interface Patience {
  /** Milliseconds after which it gives up. */
  within: number;
  /** Milliseconds between two looks. */
  every?: number;
}

/** Looks again and again until what it sees is right. @returns what it saw last, right or not */
export async function poll<Seen>(
  look: () => Seen | Promise<Seen>,
  isRight: (seen: Seen) => boolean,
  { within, every = 20 }: Patience,
): Promise<Seen> {
  const end = performance.now() + within;
  for (;;) {
    const seen = await look();
    if (isRight(seen) || performance.now() > end) return seen;
    await sleep(every);
  }
}
