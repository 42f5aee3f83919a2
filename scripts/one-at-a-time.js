/**
 * Lets only one process work at a time. Two that set up the same folder would remove each other's packages:
 * whoever tries a command in a second terminal while the first start still fetches them would see both fail.
 * Plain JavaScript without dependencies, so that an old Node can run it.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const LOOK_AGAIN_MS = 200;
/** No set-up takes this long, so the process that has the lock's number is another by now. */
const LEFT_OVER_MS = 3_600_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Does the work once no other process does it.
 * @param lock path of a file that is there while somebody works
 * @param onWait called once, if somebody else is at work
 */
export function oneAtATime(lock, onWait, work) {
  take(lock, onWait);
  const release = () => rmSync(lock, { force: true });
  // The work may end the process.
  process.once('exit', release);
  try {
    return work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(lock, onWait) {
  let listenAgain = null;
  while (!tryToTake(lock)) {
    if (listenAgain === null) {
      listenAgain = stopListening();
      onWait();
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
  listenAgain?.();
}

/**
 * True also where no lock can be made: then the work cannot write either, and says so itself. On a full disk
 * there may be a file all the same, but an empty one.
 */
function tryToTake(lock) {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') return true;
    }
    if (!isLeftOver(lock)) return false;
    rmSync(lock, { force: true });
  }
}

/** Lets signals end this process while it waits: blocked as it is, its listeners would hear of them only afterwards. */
function stopListening() {
  const listeners = SIGNALS.map((signal) => [signal, process.rawListeners(signal)]);
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  return () => {
    for (const [signal, all] of listeners) for (const one of all) process.on(signal, one);
  };
}

/** Whether the process that made the lock ended without removing it, as after a loss of power. */
function isLeftOver(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > LEFT_OVER_MS) return true;
    const maker = Number(readFileSync(lock, 'utf8'));
    if (maker === process.pid) return true;
    // Signal 0 only asks. An empty file is being written, and 0 is this process itself.
    process.kill(maker, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
