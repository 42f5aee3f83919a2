import { residentMegabytes } from '../test/machine/process-load.ts';
import { median } from '../test/quantile.ts';

/** Looks at the memory of a process again and again. */
interface MemoryWatch extends Disposable {
  /** Ends it, and returns what was seen, in megabytes. */
  stop(): number[];
}

/** @param every milliseconds */
export function watchMemory(pid: number, every: number): MemoryWatch {
  const seen = [residentMegabytes(pid)];
  const timer = setInterval(() => seen.push(residentMegabytes(pid)), every);
  const stop = () => {
    clearInterval(timer);
    return seen;
  };
  return { stop, [Symbol.dispose]: stop };
}

/** Growth beyond the ups and downs of garbage collection; the greater of the two counts. */
const PLAY = { megabytes: 16, share: 0.1 };

/** Whether memory has grown from one time to a later one, by their medians. */
export function hasGrown(before: number[], after: number[], play = PLAY): boolean {
  const first = median(before);
  return median(after) > first + Math.max(play.megabytes, first * play.share);
}
