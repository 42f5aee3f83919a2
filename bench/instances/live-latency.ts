import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLiveReader } from '../../test/clients/live-reader.ts';
import { type Cluster, startCluster } from '../../test/many-instances/cluster.ts';
import { quantile } from '../../test/quantile.ts';
import type { Figure, Row } from '../row.ts';
import { FLEETS } from './fleets.ts';

/** Readers at each instance, and at the load balancer. */
const READERS = 25;
const LETTERS = 100;
/** Letters a second. */
const RATE = 4;

interface Latency {
  deliveries: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
  /** The 99th of 100 answers to the owner: the letter is on disk by then. */
  answered: number;
}

/**
 * How long it takes from when the owner sends a letter until each reader of each instance has it. Letters
 * are sent through the instances in turn. All processes share one machine.
 */
async function measureLatency(cluster: Cluster): Promise<Latency> {
  const sentAt = new Map<string, number>();
  const latencies: number[] = [];
  const answers: number[] = [];
  const told = ({ event, data }: { event: string; data: unknown }) => {
    const at = sentAt.get((data as { title: string }).title);
    if (event === 'shown' && at !== undefined) latencies.push(performance.now() - at);
  };
  const places = [...cluster.addresses, cluster.url];
  await using stack = new AsyncDisposableStack();
  const readers = places.flatMap((place) =>
    Array.from({ length: READERS }, () => stack.use(openLiveReader(place, told))),
  );
  await Promise.all(readers.map(({ connected }) => connected()));
  await cluster.owner.unlock();

  const sending: Promise<unknown>[] = [];
  const started = performance.now();
  for (let count = 0; count < LETTERS; count += 1) {
    const due = started + (count / RATE) * 1000;
    await sleep(Math.max(0, due - performance.now()));
    const title = `Measured ${count}`;
    sentAt.set(title, performance.now());
    const at = cluster.addresses[count % cluster.addresses.length];
    sending.push(
      cluster.owner.send({ title }, at).then(() => {
        answers.push(performance.now() - (sentAt.get(title) ?? 0));
      }),
    );
  }
  await Promise.all(sending);
  await Promise.all(readers.map(({ until }) => until((titles) => titles.size >= LETTERS)));
  return {
    deliveries: latencies.length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    worst: quantile(latencies, 1),
    answered: quantile(answers, 0.99),
  };
}

async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, instances, promised, prepare } of FLEETS) {
    const { environment, discard } = await prepare();
    const cluster = await startCluster(instances, environment);
    // Flushes what the set-up has written, or the first letters would wait for that.
    spawnSync('sync');
    const { deliveries, p50, p99, worst, answered } = await measureLatency(cluster);
    await cluster.stop();
    await discard();
    const what = (part: string) => `${name}, ${instances} instances: ${part}`;
    figures.push(
      { what: what('deliveries'), values: [deliveries], unit: '' },
      { what: what('half arrive within'), values: [p50], unit: 'ms' },
      {
        what: what('99 of 100 arrive within'),
        values: [p99],
        unit: 'ms',
        ...(promised === null ? {} : { must: { atMost: promised } }),
      },
      { what: what('all arrive within'), values: [worst], unit: 'ms' },
      { what: what('99 of 100 are acknowledged within'), values: [answered], unit: 'ms' },
    );
  }
  return figures;
}

export const live: Row = {
  name: 'live',
  claim:
    'How long a letter takes from its owner to all readers of several instances, with four letters a second.',
  run: async () => ({ figures: await measure() }),
};
