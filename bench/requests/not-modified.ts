import { interleaved } from '../rounds.ts';
import type { Figure, Measured, Row } from '../row.ts';
import { onStage, PAGES, sidesOf } from './stage.ts';
import { figuresOf, READY_BYTES, WARM_UP } from './warm-pages.ts';
import { askWithWrk } from './wrk.ts';

const ROUNDS = 11;

export const notModified: Row = {
  name: 'not-modified',
  claim:
    'The same pages for readers who have them already: 304, compared with a bare `node:http` that ' +
    'answers everything with 304 and the same headers.',
  async run(): Promise<Measured> {
    const figures: Figure[] = [];
    for (const page of PAGES) {
      const found = await onStage(page, { known: true }, (stage) =>
        interleaved(ROUNDS, sidesOf(stage, askWithWrk), WARM_UP),
      );
      figures.push(...figuresOf(page, found));
    }
    return { figures, remarks: [READY_BYTES] };
  },
};
