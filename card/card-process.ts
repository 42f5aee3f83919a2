import type { CardAnswer } from './card-renderer.ts';
import { type CardOrder, openDrawing } from './draw-card.ts';

/** The child process that draws cards, one after the other. Forked by card-renderer.ts. */

// Ctrl-C reaches the whole process group. This process ends when its parent disconnects, not before.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

const opened = openDrawing();
process.on('message', async (order: CardOrder) => {
  try {
    const draw = await opened;
    answer({ png: await draw(order) });
  } catch (fault) {
    answer({ fault });
  }
});

/** A parent that was killed meanwhile needs none; without a callback, that would be an uncaught error. */
function answer(message: CardAnswer): void {
  process.send?.(message, () => {});
}
