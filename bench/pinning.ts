import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Commands that start a process pinned to one core: the measured one to the first, the measuring one to the
 * second, so that neither takes the other's time. With only one core, or without `taskset`, they share.
 */

const canPin =
  process.platform === 'linux' &&
  availableParallelism() >= 2 &&
  spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** For the measured process. */
export const MEASURED_CORE: string[] = canPin ? ['taskset', '-c', '0'] : [];
/** For measuring processes. */
export const MEASURING_CORE: string[] = canPin ? ['taskset', '-c', '1'] : [];

/** Starts a script as a child process on the measured core. */
export function forkMeasured(script: string, ...args: string[]): ChildProcess {
  const [program = '', ...through] = [...MEASURED_CORE, process.execPath];
  return fork(script, args, { execPath: program, execArgv: through });
}

/** Moves this process to the measuring core. */
export function measureFromOwnCore(): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)]);
}

export const PINNING = canPin
  ? 'The measured and the measuring processes have a core each.'
  : 'The measured and the measuring processes share the cores.';
