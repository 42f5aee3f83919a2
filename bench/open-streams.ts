import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ALTERNATIVE_PASSWORD, createOwner, MAIN_PASSWORD } from '../test/owner.ts';
import { processorSeconds, residentMegabytes } from '../test/process-load.ts';
import { type SiteProcess, startSiteProcess } from '../test/site-process.ts';
import { printTable, quantile } from './summary.ts';

/** How many streams are open at each step. Both ends need as many open files. */
const STEPS = [0, 1000, 2500, 5000, 7500, 10_000];
/** How many streams are opened at a time. */
const AT_ONCE = 250;
const CHANGES = 5;
/** How long the streams are left alone, in milliseconds: one heartbeat each. */
const QUIET = 15_000;

const CALL = 'GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n';

/**
 * What an open live stream costs one instance: memory, processor time while nothing happens, and
 * how long a change takes to reach all of them. Reads /proc, so it needs Linux.
 */
export async function benchOpenStreams(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'letters-streams-'));
  const passwords = { MAIN_PASSWORD, ALTERNATIVE_PASSWORD };
  const site = await startSiteProcess({ ...passwords, DATABASE_URL: 'sqlite:letters.db' }, folder);
  const streams: Stream[] = [];
  const rows: (string | number)[][] = [];
  try {
    const owner = createOwner(site.address);
    await owner.unlock();
    for (const step of STEPS) {
      while (streams.length < step) {
        const missing = Math.min(AT_ONCE, step - streams.length);
        streams.push(
          ...(await Promise.all(Array.from({ length: missing }, () => openStream(site)))),
        );
      }
      await pause(2000);
      const memory = residentMegabytes(site.pid);
      const busy = await processorShare(site);
      const delays: number[] = [];
      for (let change = 0; change < CHANGES; change += 1) {
        const title = `Change ${step}-${change}`;
        const arrivals = streams.map((stream) => stream.hears(title));
        const start = performance.now();
        await owner.send({ title });
        await Promise.all(arrivals);
        delays.push(performance.now() - start);
      }
      rows.push([
        step,
        Math.round(memory),
        Number((busy * 100).toFixed(1)),
        Math.round(quantile(delays, 0.5)),
        Math.round(quantile(delays, 1)),
      ]);
    }
  } finally {
    for (const { socket } of streams) socket.destroy();
    await site.stop();
    rmSync(folder, { recursive: true });
  }
  printTable(
    ['Open streams', 'Memory (MB)', 'Processor at rest (%)', 'Change to all (ms)', 'Slowest (ms)'],
    rows,
  );
}

interface Stream {
  socket: Socket;
  /** Resolves when a letter of this title has arrived. */
  hears(title: string): Promise<void>;
}

async function openStream({ address }: SiteProcess): Promise<Stream> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.setEncoding('latin1').write(CALL);
  await once(socket, 'data');
  return {
    socket,
    hears: (title) =>
      new Promise((resolve) => {
        let heard = '';
        const listen = (text: string) => {
          heard += text;
          if (!heard.includes(title)) return;
          socket.off('data', listen);
          resolve();
        };
        socket.on('data', listen);
      }),
  };
}

/** The share of one processor that it used while the streams were left alone. */
async function processorShare(site: SiteProcess): Promise<number> {
  const before = processorSeconds(site.pid);
  await pause(QUIET);
  return ((processorSeconds(site.pid) - before) * 1000) / QUIET;
}
