import { expect, test } from 'vitest';
import type { Row } from './row.ts';

/** A busy machine may need long for what a calm one does in seconds. */
const TIMEOUT_MS = 240_000;

/** Tests the short form of a row, without judging how long it takes. */
export function testRow(row: Row): void {
  const obstacle = row.obstacle?.() ?? null;
  const name = obstacle === null ? row.name : `${row.name} (not here: ${obstacle})`;
  test.skipIf(obstacle !== null)(
    name,
    async () => {
      expect((await row.run('quick')).broken).toEqual([]);
    },
    TIMEOUT_MS,
  );
}
