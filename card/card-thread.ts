import { parentPort } from 'node:worker_threads';
import type { CardOrder } from './card-press.ts';
import { openDrawing } from './draw-card.ts';

/** The thread that draws: one card after the other, as they are ordered. */

const port = parentPort;
if (!port) throw new Error('This runs in a thread of its own.');
const opened = openDrawing();
port.on('message', async ({ drawing, words }: CardOrder) => {
  try {
    const draw = await opened;
    // A copy without what else is in the memory that it comes from.
    const png = new Uint8Array(await draw(drawing, words));
    port.postMessage({ png }, [png.buffer]);
  } catch (fault) {
    port.postMessage({ fault });
  }
});
