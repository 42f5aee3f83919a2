import { expect, test } from 'vitest';
import { positionOf, sentAtOf } from '#core/position.ts';
import { assignPositions, partitionNew } from './assign-positions.ts';
import { imported } from './contract/engine.ts';

const places = { last: undefined, taken: [], now: 0, random: () => 0 };
const sentAt = (microseconds: number) => ({ position: positionOf(0, microseconds), version: 1 });

test('of two letters that bring the same place, as from two databases, the second gets the next', () => {
  const letters = [imported(sentAt(500)), imported(sentAt(500))];
  const placed = assignPositions(letters, places).map(({ position }) => sentAtOf(position));
  expect(placed).toEqual([500, 501]);
});

test('a letter without a place comes after all that bring one, in whatever order they come', () => {
  const letters = [imported(sentAt(500)), imported(sentAt(300)), imported()];
  const placed = assignPositions(letters, places).map(({ position }) => sentAtOf(position));
  expect(placed).toEqual([500, 300, 501]);
});

test('of a letter that comes twice the first is new', () => {
  const [one, again] = [imported({ id: 'twice' }), imported({ id: 'twice', title: 'Again' })];
  expect(partitionNew([one, again], () => false)).toEqual({ fresh: [one], present: ['twice'] });
});
