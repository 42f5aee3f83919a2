import { expect, test } from 'vitest';
import { OwnerFacingError, type StoreTrouble, StoreUnavailable } from '#core/errors.ts';
import { explaining } from './store-trouble.ts';

const stopped = ({ kind, reason }: StoreTrouble) => `Stopped (${kind}): ${reason}. Try again.`;

test('adds the command’s words to the trouble, and passes other errors on', async () => {
  const full = new StoreUnavailable(null, { kind: 'full', reason: 'there is no room' });
  await expect(explaining(stopped, () => Promise.reject(full))).rejects.toThrow(
    new OwnerFacingError('Stopped (full): there is no room. Try again.'),
  );
  const other = new TypeError('ours');
  await expect(explaining(stopped, () => Promise.reject(other))).rejects.toBe(other);
  expect(await explaining(stopped, async () => 7)).toBe(7);
});
