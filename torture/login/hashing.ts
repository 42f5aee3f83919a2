import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How much time a process spends on hashing passwords, measured from outside: Node hashes on its thread
 * pool, which does next to nothing else while pages are cached.
 */

const POOL = 'libuv-worker';
/** A hash takes tens of them. */
const SAMPLE_EVERY_MS = 2;
/** In how many samples in a row a thread must have made progress. */
const ROUNDS = 2;

/** Milliseconds of processor time that the pool has used up. */
export function hashingTime(pid: number): number {
  return poolOf(pid).reduce((sum, task) => sum + timeOf(task), 0);
}

/** How many of a process's passwords are hashed at once, from one `attach` to the next `detach`. */
interface HashingWatch extends AsyncDisposable {
  attach(pid: number): void;
  detach(): Promise<void>;
  /** The most at once, and the samples in which any hashing was seen, over all processes so far. */
  seen(): { most: number; samples: number };
}

/**
 * On a busy machine, a thread that has finished waits for its turn to report that, and looks busy while
 * another has begun. So a thread counts as hashing only if it is busy in three samples in a row, and makes
 * progress between them.
 */
export function watchHashing(): HashingWatch {
  let most = 0;
  let samples = 0;
  let attached = false;
  let watching = Promise.resolve();

  async function watch(pid: number): Promise<void> {
    const began = new Map<string, { time: number; rounds: number }>();
    let tasks: string[] = [];
    while (attached) {
      // The pool's threads are started by its first work.
      if (tasks.length === 0) tasks = poolOf(pid);
      let hashing = 0;
      for (const task of tasks) {
        const time = timeOf(task);
        const before = began.get(task);
        if (!isRunning(task)) began.delete(task);
        else {
          const rounds = before && time > before.time ? before.rounds + 1 : 0;
          began.set(task, { time, rounds });
          if (rounds >= ROUNDS) hashing += 1;
        }
      }
      most = Math.max(most, hashing);
      if (hashing > 0) samples += 1;
      await sleep(SAMPLE_EVERY_MS);
    }
  }

  async function detach(): Promise<void> {
    attached = false;
    await watching;
  }

  return {
    attach(pid) {
      attached = true;
      watching = watch(pid);
    },
    detach,
    seen: () => ({ most, samples }),
    [Symbol.asyncDispose]: detach,
  };
}

function poolOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => `/proc/${pid}/task/${task}`)
    .filter((task) => readFileSync(`${task}/comm`, 'latin1').trim() === POOL);
}

/** The processor time that a thread has used up, in milliseconds. */
function timeOf(task: string): number {
  return Number(readFileSync(`${task}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}

/** Field 3 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: runs, or waits its turn to. */
function isRunning(task: string): boolean {
  return readFileSync(`${task}/stat`, 'latin1').includes(`(${POOL}) R `);
}
