import { expect, test } from 'vitest';
import { STORE_VARIABLE } from '../place.ts';
import { openingError } from './opening-error.ts';

const place = { name: 'the database', addressedAs: STORE_VARIABLE };

test.each([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another host'],
  ['CERT_HAS_EXPIRED', 'certificate is not valid at this time'],
  ['CERT_NOT_YET_VALID', 'certificate is not valid at this time'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', '(?sslrootcert=FILE)'],
  ['SELF_SIGNED_CERT_IN_CHAIN', '(?sslrootcert=FILE)'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '(?sslrootcert=FILE)'],
])('%s: %s', (code, words) => {
  const error = Object.assign(new Error('The driver says so.'), { code });
  expect(openingError(error, place).message).toContain(words);
});
