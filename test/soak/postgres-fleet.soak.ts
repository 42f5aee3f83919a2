import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { LetterJson } from '#core/letter.ts';
import { type LiveReader, openLiveReader } from '../clients/live-reader.ts';
import { type Cluster, startCluster } from '../many-instances/cluster.ts';
import { type PostgresServer, startPostgres } from '../servers/postgres-server.ts';

const READERS_EACH = 5;

let server: PostgresServer;
let cluster: Cluster;
let database: string;
beforeEach(async () => {
  server = await startPostgres();
  database = await server.createDatabase();
  cluster = await startCluster(3, { DATABASE_URL: server.url(database) });
});
afterEach(async () => {
  await cluster.stop();
  await server.remove();
});

async function readers(): Promise<LiveReader[]> {
  const places = [...cluster.addresses, cluster.url];
  const opened = places.flatMap((place) =>
    Array.from({ length: READERS_EACH }, () => openLiveReader(place)),
  );
  for (const reader of opened) onTestFinished(() => reader.close());
  await Promise.all(opened.map(({ connected }) => connected()));
  return opened;
}

/** The owner sends, edits, hides and deletes until told to stop. @returns what readers must see then */
async function writeUntil(stopped: () => boolean): Promise<Map<string, string>> {
  const truth = new Map<string, string>();
  const letters: LetterJson[] = [];
  for (let count = 0; !stopped(); count += 1) {
    const letter = await cluster.owner.sendSurely({ title: `Letter ${count}` });
    letters.push(letter);
    truth.set(letter.id, letter.title);
    const earlier = letters[Math.floor(count / 2)];
    if (!earlier || !truth.has(earlier.id)) continue;
    if (count % 3 === 0) {
      await again(() => cluster.owner.update(earlier, { title: `Edited ${count}` }));
      truth.set(earlier.id, `Edited ${count}`);
    } else if (count % 7 === 0) {
      await again(() => cluster.owner.update(earlier, { hidden: true }));
      truth.delete(earlier.id);
    }
  }
  return truth;
}

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch {
      await sleep(20);
    }
  }
}

async function allSee(present: LiveReader[], truth: Map<string, string>): Promise<void> {
  await Promise.all(
    present.map(({ until }) =>
      until(
        (titles) =>
          titles.size === truth.size && [...truth].every(([id, title]) => titles.get(id) === title),
      ),
    ),
  );
  for (const { titles } of present) expect(titles()).toEqual(truth);
}

test('the listening connections are cut a hundred times while letters are written, and nothing is missed', async () => {
  const present = await readers();
  let stopped = false;
  const writing = writeUntil(() => stopped);
  for (let count = 0; count < 100; ) {
    count += await cutListeners();
    await sleep(100);
  }
  stopped = true;
  await allSee(present, await writing);
});

test('a letter that is sent while no connection listens reaches everybody, without a further change', async () => {
  const present = await readers();
  for (let count = 0; count < 100; ) {
    count += await cutListeners();
    const { id } = await cluster.owner.send({ title: 'Into the silence' });
    await Promise.all(present.map(({ until }) => until((titles) => titles.has(id))));
  }
  const truth = present[0]?.titles() ?? new Map();
  expect(truth.size).toBeGreaterThan(30);
  await allSee(present, truth);
});

/** @returns how many connections were cut */
async function cutListeners(): Promise<number> {
  const rows = await server.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = '${database}' AND application_name = 'letters watch'`,
    'postgres',
  );
  return rows.length;
}

test('instances are killed one after the other, thirty times, and no reader misses anything', async () => {
  const present = await readers();
  let stopped = false;
  const writing = writeUntil(() => stopped);
  for (let count = 0; count < 30; count += 1) {
    await cluster.replace(count % cluster.instances.length);
    await sleep(200);
  }
  stopped = true;
  await allSee(present, await writing);
});
