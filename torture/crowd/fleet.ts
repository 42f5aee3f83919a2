import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process beside the site's, which does what a crowd would, until it is disposed of. */
export interface Fleet extends AsyncDisposable {
  /** Sends a message that is not answered. */
  send(message: object | string): void;
  /** Sends a message, and resolves with the answer. */
  tell(message: object | string): Promise<unknown>;
}

/** @param file in this folder */
export function startFleet(file: string): Fleet {
  const child = fork(join(import.meta.dirname, file), { execArgv: [] });
  const ended = once(child, 'exit');
  const answered = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error(`${file} ended.`))),
    ]);
    return message as unknown;
  };
  return {
    send: (message) => void child.send(message),
    tell(message) {
      const answer = answered();
      child.send(message);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
