import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '../../test/clients/owner.ts';
import { quantile } from '../../test/quantile.ts';

/** Milliseconds between two rounds. */
const PAUSE_MS = 25;

interface Reading {
  /** Answers other than 200, each kind said once. */
  faults: string[];
  count: number;
  /** The 99th of a hundred, and the slowest, in milliseconds. */
  p99: number;
  slowest: number;
}

/**
 * Reads everything that can be read, again and again: the home page, lists of every length, so that
 * none of them is kept, letters, and what the open portal lists.
 * @param ids of letters that are there
 * @returns ends it
 */
export function keepReading(owner: Owner, ids: string[]): () => Promise<Reading> {
  const times: number[] = [];
  const faults = new Set<string>();
  let ended = false;

  async function read(path: string): Promise<void> {
    const began = performance.now();
    const status = await owner.call('GET', path).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 'nothing',
    );
    times.push(performance.now() - began);
    if (status !== 200) faults.add(`${kindOf(path)} was answered with ${status}.`);
  }

  const reading = (async () => {
    for (let round = 0; !ended; round += 1) {
      const id = ids[round % ids.length] ?? '';
      await read('/');
      await read(`/letter/${id}`);
      await read(`/api/letters/${id}`);
      await read(`/api/letters?limit=${1 + (round % 100)}`);
      await read('/api/portal/letters');
      await sleep(PAUSE_MS);
    }
  })();
  return async () => {
    ended = true;
    await reading;
    return {
      faults: [...faults],
      count: times.length,
      p99: Math.round(quantile(times, 0.99)),
      slowest: Math.round(Math.max(0, ...times)),
    };
  };
}

function kindOf(path: string): string {
  return path.replace(/\?.*/, '').replace(/(letters?)\/.+/, '$1/ID');
}
