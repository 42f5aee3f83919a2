import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that a system gives to whoever connects, 32768 and above on Linux: one of these may be
 * somebody's before the site that is to listen there has started, or started again.
 */
const FIRST = 10_000;
/** Each process has as many to itself, so that tests that run side by side take none from each other. */
const OWN = 32;
const PROCESSES = 700;

let asked = 0;

/** A port of this machine that nothing listens on. Rejects when there is none. */
export async function freePort(): Promise<number> {
  const first = FIRST + (process.pid % PROCESSES) * OWN;
  for (let tried = 0; tried < OWN; tried += 1) {
    const port = first + (asked % OWN);
    asked += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`Something listens on every port from ${first} to ${first + OWN - 1}.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
