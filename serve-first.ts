import { readdir, readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/** Linux knows each thread of a process by a number and a name of its own. */
const THREADS = '/proc/self/task';
/** What Node calls those that compress and hash, and those that compile and collect garbage. */
const IN_THE_BACKGROUND = ['libuv-worker', 'node-V8Worker'];

/**
 * Has the threads that work in the background give way to the one that answers, where they share a
 * processor: a page that is being compressed would otherwise keep it from readers for as long as the
 * system gives each, which is some milliseconds. Elsewhere than on Linux, and where it is not
 * allowed, all stay equals.
 */
export async function serveFirst(): Promise<void> {
  // Reading takes one of libuv's, which start together; the engine's have been there from the start.
  for (const thread of await readdir(THREADS).catch(() => [])) {
    const name = await readFile(`${THREADS}/${thread}/comm`, 'utf8').catch(() => '');
    if (!IN_THE_BACKGROUND.includes(name.trim())) continue;
    try {
      // By no more: beside a program that wants the same processor, they would starve.
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      return;
    }
  }
}
