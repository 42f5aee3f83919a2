import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What a process spends on hashing passwords, seen from outside: Node hashes on the threads of its
 * pool, and while the pages are kept there is next to nothing else for them to do.
 */

const POOL = 'libuv-worker';
/** Milliseconds. A hash takes tens of them. */
const SAMPLE_EVERY = 2;
/** How often in a row a thread must have got on. */
const ROUNDS = 2;

/** Milliseconds of processor time that the pool has used up. */
export function hashingTime(pid: number): number {
  return poolOf(pid).reduce((sum, task) => sum + timeOf(task), 0);
}

/** How many of a process's passwords are hashed at once, from one `attach` to the next `detach`. */
interface HashingWatch extends AsyncDisposable {
  attach(pid: number): void;
  detach(): Promise<void>;
  /** The most at once, and how often hashing was seen at all, over all processes so far. */
  seen(): { most: number; samples: number };
}

/**
 * A thread that has just ended its work on a busy machine still waits its turn to say so, and looks
 * busy meanwhile while another has begun. So a thread counts as hashing only while it is busy in
 * three samples in a row, and gets on between them.
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
      // They are started by the first work that there is.
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
      await pause(SAMPLE_EVERY);
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
