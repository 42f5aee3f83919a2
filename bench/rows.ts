import { bytes } from './browser/bytes.ts';
import { lighthouse } from './browser/lighthouse.ts';
import { opening } from './browser/opening.ts';
import { live } from './instances/live-latency.ts';
import { growth } from './letters/growth.ts';
import { sending } from './letters/sending.ts';
import { start } from './letters/start.ts';
import { changeCost } from './requests/change-cost.ts';
import { firstRender } from './requests/first-render.ts';
import { notModified } from './requests/not-modified.ts';
import { openStreams } from './requests/open-streams.ts';
import { steadyRate } from './requests/steady-rate.ts';
import { warmPages } from './requests/warm-pages.ts';
import { writeStorm } from './requests/write-storm.ts';
import type { Row } from './row.ts';

/** Every row, in the order in which they are measured. */
export const ROWS: Row[] = [
  warmPages,
  notModified,
  steadyRate,
  firstRender,
  changeCost,
  writeStorm,
  openStreams,
  bytes,
  lighthouse,
  opening,
  start,
  growth,
  sending,
  live,
];
