import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Programs through which to start a process so that it keeps to one core: what is measured to the
 * first, what measures to the second, so that neither takes the other's time. Where there is only
 * one core, or no `taskset`, they share.
 */

const canPin =
  process.platform === 'linux' &&
  availableParallelism() >= 2 &&
  spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** For whatever is measured. */
export const MEASURED_CORE: string[] = canPin ? ['taskset', '-c', '0'] : [];
/** For whatever measures in a process of its own. */
export const MEASURING_CORE: string[] = canPin ? ['taskset', '-c', '1'] : [];

/** A script of ours as a process of its own, on the core of what is measured. */
export function forkMeasured(script: string, ...args: string[]): ChildProcess {
  const [program = '', ...through] = [...MEASURED_CORE, process.execPath];
  return fork(script, args, { execPath: program, execArgv: through });
}

/** Puts this very process on the core of what measures. */
export function measureFromOwnCore(): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)]);
}

export const PINNING = canPin
  ? 'What is measured and what measures keep to a core each.'
  : 'What is measured and what measures share the cores.';
