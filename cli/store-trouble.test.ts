import { expect, test } from 'vitest';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { explaining } from './store-trouble.ts';

test('adds the command’s words to the reason, and passes other errors on', async () => {
  const cause = new StoreUnavailable(new Error('It costs $& and $1'));
  const said = explaining('Stopped: REASON. Try again.', () => Promise.reject(cause));
  await expect(said).rejects.toThrow(
    new OwnerFacingError('Stopped: It costs $& and $1. Try again.'),
  );
  const full = new StoreUnavailable(null, { kind: 'full', reason: 'there is no room' });
  await expect(explaining('A', () => Promise.reject(full), 'Full: REASON.')).rejects.toThrow(
    new OwnerFacingError('Full: there is no room.'),
  );
  await expect(explaining('A', () => Promise.reject(cause), 'Full')).rejects.toThrow(
    new OwnerFacingError('A'),
  );
  const other = new TypeError('ours');
  await expect(explaining('REASON', () => Promise.reject(other))).rejects.toBe(other);
  expect(await explaining('REASON', async () => 7)).toBe(7);
});
