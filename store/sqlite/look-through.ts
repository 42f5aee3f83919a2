import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const LOOKER = join(import.meta.dirname, 'look-through-worker.ts');

export interface Look {
  /** Is called when it is damaged. */
  damaged(): void;
  /** Is called when it could not be looked through to its end. */
  failed(error: Error): void;
}

/**
 * Looks a database through for damage, beside the thread that serves it.
 * @param path of a database that is open elsewhere in this process
 * @returns ends it; it tells nothing from then on
 */
export function lookThrough(path: string, { damaged, failed }: Look): () => Promise<void> {
  const looker = new Worker(LOOKER, { workerData: path });
  let ended = false;
  looker.unref();
  looker.once('message', () => {
    if (!ended) damaged();
  });
  looker.on('error', (error: Error) => {
    if (!ended) failed(error);
  });
  return async () => {
    ended = true;
    await looker.terminate();
  };
}
