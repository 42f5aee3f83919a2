import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

/** By a terminal, or whoever else looks after the site: it is no fault to end by one of these. */
const TOLD_TO_STOP: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const LOOKER = join(import.meta.dirname, 'look-through-process.ts');

interface Look {
  /** Is called when it is damaged. */
  damaged(): void;
  /** Is called when it could not be looked through to its end. */
  failed(error: Error): void;
}

export type LookAnswer = { damaged: boolean } | { fault: Error };

/**
 * Looks a database through for damage, in a process beside the one that serves it, which lets others
 * go before it. A thread would leave the more memory behind the more letters there are: 14 MB of 100,000.
 * @param path of a database that is open elsewhere in this process
 * @returns ends it; it tells nothing from then on
 */
export function lookThrough(path: string, { damaged, failed }: Look): () => Promise<void> {
  let told = false;
  const tell = (answer: LookAnswer) => {
    if (told) return;
    told = true;
    if ('fault' in answer) failed(answer.fault);
    else if (answer.damaged) damaged();
  };
  const looker = fork(LOOKER, [path], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // It keeps nobody from ending.
  looker.unref();
  looker.channel?.unref();
  looker.once('message', (answer) => tell(answer as LookAnswer));
  looker.once('error', (fault) => tell({ fault }));
  const ended = once(looker, 'exit').catch(() => {});
  // What it said before may still be on its way then.
  looker.once('close', (_, signal) => {
    // Whoever tells all processes of the site to stop may come before it knows what to make of that.
    if (signal !== null && TOLD_TO_STOP.includes(signal)) return;
    tell({ fault: new Error('The process that looks has ended.') });
  });
  yieldToOthers(looker.pid);
  return async () => {
    told = true;
    looker.ref();
    if (looker.kill('SIGKILL')) await ended;
  };
}

function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may be gone, or this may not be allowed here: then it goes as it is.
  }
}
