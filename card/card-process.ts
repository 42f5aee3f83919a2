import type { CardOrder } from './card-press.ts';
import { openDrawing } from './draw-card.ts';

/** The process that draws: one card after the other, as they are ordered. Run by card-press.ts. */

// Whoever tells all processes of the site to stop tells this one, too; it ends with the site.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

const opened = openDrawing();
process.on('message', async ({ drawing, words }: CardOrder) => {
  try {
    const draw = await opened;
    process.send?.({ png: await draw(drawing, words) });
  } catch (fault) {
    process.send?.({ fault });
  }
});
