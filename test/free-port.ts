import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below those that a system gives to whoever connects, 32768 and above on Linux: one of these may be
 * somebody's before the site that is to listen there has started, or started again.
 */
const FIRST = 10_000;
/** Each process has as many to itself, so that tests that run side by side take none from each other. */
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
 * Takes ports for this process alone: whoever listens on the first of them has the others, until it
 * ends. By their numbers alone two processes would come to the same, now and then.
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

/** Null when somebody else listens there. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return null;
  }
  return server;
}
