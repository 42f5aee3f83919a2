import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server in a process of its own, once it accepts connections. */
export async function listening(port: number, child: ChildProcess) {
  const ended = once(child, 'exit');
  await untilListening(port, child);
  return {
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Resolves once a program that was started accepts connections.
 * @throws an Error when it has ended instead
 */
export async function untilListening(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const reached = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (reached) return;
    await sleep(20);
  }
  throw new Error(`${child.spawnfile} ended with ${child.exitCode}.`);
}
