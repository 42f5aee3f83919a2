import { readdir, readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/** Linux lists the threads of a process here, each with an id and a name. */
const THREADS = '/proc/self/task';
/** Node's names for the threads that compress and hash, and for those that compile and collect garbage. */
const BACKGROUND_THREADS = ['libuv-worker', 'node-V8Worker'];

/**
 * Lowers the priority of the background threads, so that they give way to the one that answers
 * requests where they share a processor: compressing a page would otherwise hold up readers for a
 * whole time slice, which is some milliseconds. Does nothing where it is not allowed, or not on Linux.
 */
export async function lowerBackgroundPriority(): Promise<void> {
  // Reading a file starts libuv's threads, all at once; the engine's are there from the start.
  for (const thread of await readdir(THREADS).catch(() => [])) {
    const name = await readFile(`${THREADS}/${thread}/comm`, 'utf8').catch(() => '');
    if (!BACKGROUND_THREADS.includes(name.trim())) continue;
    try {
      // No lower: beside another program that is busy, they would starve.
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      return;
    }
  }
}
