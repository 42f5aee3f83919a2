import type { ShapedLine } from './shaped-line.ts';

/** The places of lines, one below another. All lengths are pixels. */
interface StackedLines {
  /** The place of each baseline relative to the last one, before scaling. */
  baselines: number[];
  /** Where the last line's baseline lies on the card. */
  y: number;
  /** The factor by which they are scaled down; 1: not at all. */
  scale: number;
}

interface StackBox {
  /** Where the last line's baseline lies, if there is room for what hangs below it. */
  y: number;
  /** The edges that no glyph may reach beyond. */
  top: number;
  bottom: number;
}

/** From one baseline to the next, in font sizes. */
const LEADING = 1.12;
/** The least gap between the glyphs of two lines, in font sizes. */
const GAP = 0.06;

/**
 * Sets lines one below another, further apart for tall scripts such as Thai and Tibetan. If the result
 * would not fit into its box, it is scaled down as a whole.
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
