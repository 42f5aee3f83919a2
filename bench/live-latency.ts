import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { openLiveReader } from '../test/live-reader.ts';
import { type Cluster, startCluster } from '../test/many-instances/cluster.ts';
import { FLEETS } from './fleets.ts';
import { printTable, quantile } from './summary.ts';

/** Readers at each instance, and behind the front door. */
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
 * How long it takes from the moment when the owner sends a letter, through one instance after the
 * other, until it has arrived at each reader of each instance. What is measured and what measures
 * share one machine.
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
  const readers = places.flatMap((place) =>
    Array.from({ length: READERS }, () => openLiveReader(place, told)),
  );
  await Promise.all(readers.map(({ connected }) => connected()));
  await cluster.owner.unlock();

  const sending: Promise<unknown>[] = [];
  const started = performance.now();
  for (let count = 0; count < LETTERS; count += 1) {
    const due = started + (count / RATE) * 1000;
    await pause(Math.max(0, due - performance.now()));
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
  await Promise.all(readers.map(({ close }) => close()));
  return {
    deliveries: latencies.length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    worst: quantile(latencies, 1),
    answered: quantile(answers, 0.99),
  };
}

/** Fails when a promise is not kept. */
export async function benchLive(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const { name, instances, promised, prepare } of FLEETS) {
    const { environment, discard } = await prepare();
    const cluster = await startCluster(instances, environment);
    // What the set-up has written goes to the disk first, or the first letters would wait for it.
    spawnSync('sync');
    const { deliveries, p50, p99, worst, answered } = await measureLatency(cluster);
    await cluster.stop();
    await discard();
    rows.push([
      name,
      instances,
      deliveries,
      ...[p50, p99, worst, answered].map(Math.round),
      promised ?? '',
    ]);
    if (promised !== null && p99 >= promised) process.exitCode = 1;
  }
  printTable(
    [
      'Store',
      'Instances',
      'Deliveries',
      'p50 (ms)',
      'p99 (ms)',
      'Worst (ms)',
      'Kept, p99 (ms)',
      'Promised p99',
    ],
    rows,
  );
}
