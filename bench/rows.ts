import { live } from './instances/live-latency.ts';
import type { Row } from './row.ts';

/** Every row, in the order in which they are measured. */
export const ROWS: Row[] = [live];
