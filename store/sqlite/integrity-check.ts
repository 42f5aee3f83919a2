import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

/** Signals of a terminal or a service manager: a check that one of them ends has not failed. */
const TOLD_TO_STOP: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const PROGRAM = join(import.meta.dirname, 'integrity-check-process.ts');

interface CheckListener {
  /** Called when the database is damaged. */
  damaged(): void;
  /** Called when the check could not be finished. */
  failed(error: Error): void;
}

export type IntegrityAnswer = { damaged: boolean } | { fault: Error };

/**
 * Checks a whole database for damage, in a child process of low priority. A thread would leave memory
 * behind, the more the more letters there are: 14 MB after 100,000.
 * @param path of a database that is open elsewhere in this process
 * @returns aborts the check; the listener is not called from then on
 */
export function checkIntegrity(
  path: string,
  { damaged, failed }: CheckListener,
): () => Promise<void> {
  let told = false;
  const tell = (answer: IntegrityAnswer) => {
    if (told) return;
    told = true;
    if ('fault' in answer) failed(answer.fault);
    else if (answer.damaged) damaged();
  };
  const child = fork(PROGRAM, [path], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The check must not keep this process alive.
  child.unref();
  child.channel?.unref();
  child.once('message', (answer) => tell(answer as IntegrityAnswer));
  child.once('error', (fault) => tell({ fault }));
  const ended = once(child, 'exit').catch(() => {});
  // Not on 'exit': its message may still be on the way then.
  child.once('close', (_, signal) => {
    // A signal to the process group can arrive before the child ignores it.
    if (signal !== null && TOLD_TO_STOP.includes(signal)) return;
    tell({ fault: new Error('The process that checks has ended.') });
  });
  lowerPriority(child.pid);
  return async () => {
    told = true;
    child.ref();
    if (child.kill('SIGKILL')) await ended;
  };
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The child may be gone, or changing priorities may not be allowed here.
  }
}
