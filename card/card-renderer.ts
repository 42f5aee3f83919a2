import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createSerialQueue } from '#core/serial-queue.ts';
import type { CardOrder } from './draw-card.ts';

/**
 * Draws cards one at a time, in a child process of low priority that runs only while it is needed. A
 * thread would leave 85 MB behind when it ends; a process leaves nothing.
 */
export interface CardRenderer {
  /**
   * The card as PNG; null when too many wait already or the renderer is closed.
   * @throws when it cannot be drawn
   */
  render(order: CardOrder): Promise<Uint8Array<ArrayBuffer> | null>;
  close(): Promise<void>;
}

interface CardRendererOptions {
  /** Milliseconds after which a process that has nothing to do ends. */
  idle?: number;
  /** Milliseconds that one card may take. */
  timeout?: number | undefined;
  /** How many orders wait at most; a card takes about a fifth of a second. */
  mostWaiting?: number;
}

export type CardAnswer = { png: Uint8Array } | { fault: unknown };

/** Linux ends the process with the greatest such number first when memory runs out; this is the most there is. */
const FIRST_TO_END = '1000';

const PROGRAM = fileURLToPath(new URL('./card-process.ts', import.meta.url));

export function createCardRenderer(options: CardRendererOptions): CardRenderer {
  const { idle = 10_000, timeout = 20_000, mostWaiting = 32 } = options;
  let running: ChildProcess | null = null;
  let ending: NodeJS.Timeout | undefined;
  let waiting = 0;
  let closed = false;
  const enqueue = createSerialQueue();

  function end(): void {
    clearTimeout(ending);
    running?.kill('SIGKILL');
    running = null;
  }

  async function draw(order: CardOrder): Promise<Uint8Array<ArrayBuffer> | null> {
    if (closed) return null;
    clearTimeout(ending);
    // A process may also end between two orders.
    if (!running?.connected) running = start();
    try {
      const answer = await answerOf(running, order, timeout);
      if ('fault' in answer) throw answer.fault;
      ending = setTimeout(end, idle).unref();
      // A copy, without the message that it came in.
      return new Uint8Array(answer.png);
    } catch (fault) {
      // After a fault the process may be broken: the next card gets a new one.
      end();
      if (closed) return null;
      throw fault;
    }
  }

  return {
    async render(order) {
      if (waiting >= mostWaiting) return null;
      waiting += 1;
      return enqueue(() => draw(order)).finally(() => {
        waiting -= 1;
      });
    },
    async close() {
      closed = true;
      end();
      // Comes last in the queue: everything ordered before is done by then.
      await enqueue(async () => {});
    },
  };
}

/** Unreferenced, so that it never keeps this process alive. Inherits none of its Node options. */
function start(): ChildProcess {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(PROGRAM, { execArgv: [], serialization: 'advanced', stdio: [...stdio] });
  child.unref();
  child.channel?.unref();
  // Without a listener, a child that could not be started would end this process.
  child.on('error', () => {});
  const { pid } = child;
  try {
    if (pid === undefined) return child;
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // Otherwise the site itself would be ended, for the sake of a card.
    writeFileSync(`/proc/${pid}/oom_score_adj`, FIRST_TO_END);
  } catch {
    // It may be gone, or this may not be Linux, or not be allowed here.
  }
  return child;
}

function answerOf(child: ChildProcess, order: CardOrder, timeout: number): Promise<CardAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CardAnswer>();
  const late = setTimeout(() => reject(new Error('A card took too long.')), timeout);
  const left = () => reject(new Error('The process that draws has ended.'));
  const told = (message: unknown) => resolve(message as CardAnswer);
  child.once('message', told).once('error', reject).once('exit', left);
  if (child.connected) child.send(order, (error) => error && reject(error));
  else left();
  return promise.finally(() => {
    clearTimeout(late);
    child.off('message', told).off('error', reject).off('exit', left);
  });
}
