import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the ephemeral ports (32768 and above on Linux), one of which a connection may have taken before
 * the site that is to listen there has started, or started again; and above 10080, the last that `fetch`
 * refuses to call: https://fetch.spec.whatwg.org/#port-blocking
 */
const FIRST = 10_100;
/** Ports that each process has to itself, so that tests running side by side never share one. */
const OWN = 32;
const PROCESSES = 700;

let own: Promise<number> | undefined;
let asked = 0;

/** A port of this machine that nothing listens on. Rejects when there is none. */
export async function freePort(): Promise<number> {
  own ??= takeOwn();
  const first = await own;
  for (let tried = 1; tried < OWN; tried += 1) {
    const port = first + 1 + (asked % (OWN - 1));
    asked += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`Something listens on every port from ${first} to ${first + OWN - 1}.`);
}

/**
 * Reserves a range of ports for this process: whoever listens on the first has the others, too, until it
 * ends. Without this lock, two process ids could lead to the same range.
 */
async function takeOwn(): Promise<number> {
  for (let tried = 0; tried < PROCESSES; tried += 1) {
    const first = FIRST + ((process.pid + tried) % PROCESSES) * OWN;
    const lock = await listen(first);
    if (!lock) continue;
    lock.unref();
    return first;
  }
  throw new Error(`Something listens on one of every ${OWN} ports.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (!server) return false;
  server.close();
  await once(server, 'close');
  return true;
}

/** Null when the port is taken. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return null;
  }
  return server;
}
