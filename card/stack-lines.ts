import type { ShapedLine } from './shaped-line.ts';

/** Where lines stand, one below another. All lengths are pixels. */
interface StackedLines {
  /** Of each line's base line, from that of the last; before it is made smaller. */
  baselines: number[];
  /** Where the last line's base line lies on the card. */
  y: number;
  /** How much smaller than they were set; 1: not at all. */
  scale: number;
}

interface StackBox {
  /** Where the last line's base line lies, if there is room for what hangs below it. */
  y: number;
  /** What they must not reach above, and below. */
  top: number;
  bottom: number;
}

/** From one base line to the next, in the size of letters. */
const LEADING = 1.12;
/** Between what hangs below a line and what stands on the next, likewise. */
const GAP = 0.06;

/**
 * Sets lines one below another, further apart where letters are as high and as deep as those of Thai or
 * Tibetan. What would then reach out of its box is made smaller as a whole.
 */
export function stackLines(lines: ShapedLine[], size: number, box: StackBox): StackedLines {
  const baselines: number[] = [];
  let baseline = 0;
  let next: ShapedLine | undefined;
  for (const line of lines.toReversed()) {
    if (next) baseline -= Math.max(size * LEADING, line.below + next.above + size * GAP);
    baselines.unshift(baseline);
    next = line;
  }
  const above = (next?.above ?? 0) - baseline;
  const below = lines.at(-1)?.below ?? 0;
  const { y, top, bottom } = box;
  const scale = Math.min(1, (y - top) / above, (bottom - top) / (above + below));
  return { baselines, y: Math.min(y, bottom - below * scale), scale };
}
