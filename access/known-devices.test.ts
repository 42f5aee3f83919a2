import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { interruptedRecords } from '#test/stores/interrupted-records.ts';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { createKnownDevices } from './known-devices.ts';
import { revokeAllAccess } from './revoke-all-access.ts';

test('a browser that is forgotten while it gets a new token stays forgotten', async () => {
  const store = await temporaryStore();
  const { records, meanwhile } = interruptedRecords(store.records);
  const devices = createKnownDevices({ records, now: Date.now, randomBytes });
  const token = await devices.remember();
  meanwhile(() => revokeAllAccess(store.records));
  await devices.replace(token);
  expect(await devices.recognise(token)).toBeNull();
});
