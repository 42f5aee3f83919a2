import { expect, test, vi } from 'vitest';
import { keptLetters } from '#test/machine/owner-machine.ts';
import { passing } from './passing-letters.ts';

test('letters pass and are counted until there is an interruption', async () => {
  const interruption = new AbortController();
  const passed = vi.fn((count: number) => {
    if (count === 2) interruption.abort(new Error('Interrupted.'));
  });
  const { signal } = interruption;
  async function* letters() {
    yield* keptLetters(4);
  }
  await expect(Array.fromAsync(passing(letters(), { passed, signal }))).rejects.toThrow('Interr');
  expect(passed.mock.calls).toEqual([[1], [2]]);
});
