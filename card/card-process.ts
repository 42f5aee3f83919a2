import { type CardOrder, openDrawing } from './draw-card.ts';

/** The child process that draws cards, one after the other. Forked by card-renderer.ts. */

// Ctrl-C reaches the whole process group. This process ends when its parent disconnects, not before.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

const opened = openDrawing();
process.on('message', async (order: CardOrder) => {
  try {
    const draw = await opened;
    process.send?.({ png: await draw(order) });
  } catch (fault) {
    process.send?.({ fault });
  }
});
