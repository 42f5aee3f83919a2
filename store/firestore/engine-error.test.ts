import { expect, test } from 'vitest';
import { failureIn, STATUS } from './engine-error.ts';

test('a failure names no document, since the id of a hidden letter is its only key', () => {
  const words = 'No document to update: projects/p/databases/(default)/documents/letters/Secret-id';
  const error = Object.assign(new Error(`${words}\nletters/Secret-id`), { code: STATUS.NOT_FOUND });
  const failure = failureIn(error);
  expect(failure?.message).toBe(words.replace('Secret-id', '…'));
  expect(failure?.status).toBe(STATUS.NOT_FOUND);
});
