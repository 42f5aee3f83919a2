import { expect, test } from 'vitest';
import { FirestoreFailure, failureIn, STATUS, unavailable } from './engine-error.ts';

test('a failure names no document, since the id of a hidden letter is its only key', () => {
  const words = 'No document to update: projects/p/databases/(default)/documents/letters/Secret-id';
  const error = Object.assign(new Error(`${words}\nletters/Secret-id`), { code: STATUS.NOT_FOUND });
  const failure = failureIn(error);
  expect(failure?.message).toBe(words.replace('Secret-id', '…'));
  expect(failure?.status).toBe(STATUS.NOT_FOUND);
});

test.each([
  [
    '14 UNAVAILABLE: Name resolution failed for target dns:firestore.googleapis.com:443',
    'the name of its host is not known here',
  ],
  [
    '14 UNAVAILABLE: No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1. Resolution note: ',
    'nothing answers at its address',
  ],
  [
    '14 UNAVAILABLE: No connection established. Last error: Error: connect ENETUNREACH 2001:db8::1:443. Resolution note: ',
    'the network does not reach its host',
  ],
  [
    '14 UNAVAILABLE: No connection established. Last error: Error: certificate is not yet valid. Resolution note: ',
    "its host's certificate is not valid at this time, so set the clock of this machine right",
  ],
  ['8 RESOURCE_EXHAUSTED: Quota exceeded.', '8 RESOURCE_EXHAUSTED: Quota exceeded'],
])('%s is said as: %s', (message, reason) => {
  expect(unavailable(new FirestoreFailure(message)).reason).toBe(reason);
});
