import { expect, test } from 'vitest';
import { positionOf, sentAtOf } from '#core/position.ts';
import { assignPositions, partitionNew } from './assign-positions.ts';
import { imported } from './contract/engine.ts';

const places = { last: undefined, taken: [], now: 0, random: () => 0 };
const sentAt = (microseconds: number) => ({ position: positionOf(0, microseconds), version: 1 });

test('the second of two letters with the same position, as from two databases, gets the next one', () => {
  const letters = [imported(sentAt(500)), imported(sentAt(500))];
  const placed = assignPositions(letters, places).map(({ position }) => sentAtOf(position));
  expect(placed).toEqual([500, 501]);
});

test('letters without a position come after all that have one, in any order', () => {
  const letters = [imported(sentAt(500)), imported(sentAt(300)), imported()];
  const placed = assignPositions(letters, places).map(({ position }) => sentAtOf(position));
  expect(placed).toEqual([500, 300, 501]);
});

test('the first of two letters with the same id is new', () => {
  const [one, again] = [imported({ id: 'twice' }), imported({ id: 'twice', title: 'Again' })];
  expect(partitionNew([one, again], () => false)).toEqual({ fresh: [one], present: ['twice'] });
});
