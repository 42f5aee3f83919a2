import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { STORE_VARIABLE } from '../place.ts';
import { FirestoreFailure, STATUS } from './engine-error.ts';
import { openingError } from './opening-error.ts';

const place = { name: 'the Firestore project demo', addressedAs: STORE_VARIABLE };

test('a key that Google refuses is not said to be missing: the clock may be wrong', () => {
  const refused = new FirestoreFailure('16 UNAUTHENTICATED', STATUS.UNAUTHENTICATED);
  const { message } = openingError(place, new StoreUnavailable(refused));
  expect(message).toMatch(/^The Firestore project demo does not accept the key: set the clock/);
});
