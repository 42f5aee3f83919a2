import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { findProgram } from '../../scripts/find-program.ts';

/** A trace of a process, which can also make its calls fail. */
interface Strace {
  /** Lets go of the process, which runs on. */
  detach(): Promise<void>;
}

const ATTACHED_WITHIN_MS = 20_000;

/**
 * Attaches strace to a process and all its threads, and resolves when it has.
 * @param pid of a process that this one may trace; see `whyNoStrace`
 * @param args like `-e trace=fsync`
 */
export async function attachStrace(pid: number, args: string[]): Promise<Strace> {
  const child = spawn(findProgram('strace'), ['-f', '-p', String(pid), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  const attached = Promise.withResolvers<void>();
  const late = setTimeout(
    () => attached.reject(new Error('strace took too long.')),
    ATTACHED_WITHIN_MS,
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (said.includes(' attached')) attached.resolve();
  });
  void ended.then(() => attached.reject(new Error(`strace ended: ${said}`)));
  try {
    await attached.promise;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(late);
  }
  return {
    async detach() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await ended;
    },
  };
}

let reason: string | null | undefined;

/** Why processes cannot be traced on this machine; null when they can. */
export function whyNoStrace(): string | null {
  reason ??= tryStrace();
  return reason;
}

function tryStrace(): string | null {
  if (process.platform !== 'linux') return 'strace runs on Linux alone';
  if (process.getuid?.() !== 0) return 'to trace a process needs root';
  try {
    const { status } = spawnSync(findProgram('strace'), ['-o', '/dev/null', 'true']);
    return status === 0 ? null : 'this machine does not let processes be traced';
  } catch (error) {
    return (error as Error).message;
  }
}
