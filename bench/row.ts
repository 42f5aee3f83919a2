import { median } from '../test/quantile.ts';

/** What is claimed about speed or size, and the measuring that shows it. */
export interface Row {
  /** The argument that asks for this row, in kebab-case. */
  name: string;
  /** What is measured, in one sentence. */
  claim: string;
  /** Why it cannot be measured on this machine, or null when it can. */
  obstacle?(): string | null;
  /** Measures the real site, in processes of its own, and leaves nothing running behind. */
  run(): Promise<Measured>;
}

export interface Measured {
  figures: Figure[];
  /** What a reader of the figures should know: where the time goes, what the floor is. */
  remarks?: string[];
}

export interface Figure {
  what: string;
  /** One for each round, all from the same run; their median counts. */
  values: number[];
  /** What is compared with a reference of the same round has the unit `×`. */
  unit: '×' | 'ms' | 's' | 'fps' | '/s' | 'bytes' | 'kB' | 'MB' | 'points' | '';
  /** What the median must reach. Figures without it are only for information. */
  must?: { atMost: number } | { atLeast: number };
}

/**
 * Measures a row. One that cannot be measured, because a program is missing or something failed, does not
 * hold and says why; the next row is measured all the same.
 */
export async function measureRow(row: Row): Promise<Measured> {
  const obstacle = row.obstacle?.() ?? null;
  if (obstacle !== null) return notMeasured(`Not on this machine: ${obstacle}.`);
  try {
    return await row.run();
  } catch (error) {
    console.error(error);
    const [first] = (error instanceof Error ? error.message : String(error)).split('\n');
    return notMeasured(`Could not be measured: ${first}`);
  }
}

function notMeasured(remark: string): Measured {
  return {
    figures: [{ what: 'Measured', values: [0], unit: '', must: { atLeast: 1 } }],
    remarks: [remark],
  };
}

/** Whether the median of a figure reaches what it must; null when it must reach nothing. */
export function holds({ values, must }: Figure): boolean | null {
  if (!must) return null;
  const reached = median(values);
  return 'atMost' in must ? reached <= must.atMost : reached >= must.atLeast;
}
