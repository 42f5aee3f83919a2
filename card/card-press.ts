import { Worker } from 'node:worker_threads';
import type { CardDrawing } from '#core/card.ts';
import type { CardWords } from './draw-card.ts';

export interface CardOrder {
  drawing: CardDrawing;
  words: CardWords;
}

/** Draws cards off the main thread, one at a time, in a thread that is there only while it is needed. */
export interface CardPress {
  /**
   * The card as PNG; null when too many wait already or the press is closed.
   * @throws when it cannot be drawn
   */
  print(order: CardOrder): Promise<Uint8Array<ArrayBuffer> | null>;
  close(): Promise<void>;
}

export interface CardPressOptions {
  /** Milliseconds after which a thread that has nothing to do ends. */
  idle?: number;
  /** Milliseconds that one card may take. */
  patience?: number;
  /** How many orders wait at most; a card takes about a fifth of a second. */
  mostWaiting?: number;
}

type Answer = { png: Uint8Array<ArrayBuffer> } | { fault: unknown };

const THREAD = new URL('./card-thread.ts', import.meta.url);

export function createCardPress(options: CardPressOptions = {}): CardPress {
  const { idle = 10_000, patience = 20_000, mostWaiting = 32 } = options;
  let thread: Worker | null = null;
  let ending: NodeJS.Timeout | undefined;
  let waiting = 0;
  let closed = false;
  /** Settles once all that was ordered so far is done. */
  let last: Promise<unknown> = Promise.resolve();

  /** A thread with a fault may have lost more than its card. */
  async function end(): Promise<void> {
    const ended = thread;
    thread = null;
    await ended?.terminate();
  }

  function endLater(): void {
    ending = setTimeout(end, idle).unref();
  }

  async function draw(order: CardOrder): Promise<Uint8Array<ArrayBuffer> | null> {
    if (closed) return null;
    clearTimeout(ending);
    thread ??= startThread();
    try {
      const answer = await answerOf(thread, order, patience);
      if ('fault' in answer) throw answer.fault;
      return answer.png;
    } catch (fault) {
      await end();
      if (closed) return null;
      throw fault;
    } finally {
      endLater();
    }
  }

  return {
    async print(order) {
      if (closed || waiting >= mostWaiting) return null;
      waiting += 1;
      const drawn = last.then(() => draw(order));
      last = drawn.catch(() => {});
      return drawn.finally(() => {
        waiting -= 1;
      });
    },
    async close() {
      closed = true;
      clearTimeout(ending);
      await end();
      await last;
      clearTimeout(ending);
    },
  };
}

/** It keeps nobody from ending, and takes nothing of how the process was started. */
function startThread(): Worker {
  const thread = new Worker(THREAD, { execArgv: [] });
  thread.unref();
  return thread;
}

function answerOf(thread: Worker, order: CardOrder, patience: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const late = setTimeout(() => reject(new Error('A card took too long.')), patience);
  const left = () => reject(new Error('The thread that draws has ended.'));
  thread.once('message', resolve).once('error', reject).once('exit', left);
  thread.postMessage(order);
  return promise.finally(() => {
    clearTimeout(late);
    thread.off('message', resolve).off('error', reject).off('exit', left);
    // What a thread says once nobody waits for it any more must not end the process.
    thread.on('error', () => {});
  });
}
