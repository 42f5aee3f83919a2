import { expect, test } from 'vitest';
import { faultIn } from './wrk.ts';

const GOOD = '  24893 requests in 1.10s, 120.53MB read\nRequests/sec:  22628.11\n';
const REFUSED = `${GOOD}  Non-2xx or 3xx responses: 24893\n`;
const BROKEN = `${GOOD}  Socket errors: connect 0, read 3, write 0, timeout 0\n`;

test('wrk’s figures count only if every answer was the expected one', () => {
  expect(faultIn(GOOD, false)).toBe(null);
  expect(faultIn(REFUSED, false)).toBe('Non-2xx or 3xx responses: 24893');
  expect(faultIn(BROKEN, false)).toContain('read 3');
  expect(faultIn('unable to connect to 127.0.0.1:1 Connection refused\n', false)).not.toBe(null);
});

test('where refusals are measured they are not errors, but a broken connection is', () => {
  expect(faultIn(REFUSED, true)).toBe(null);
  expect(faultIn(BROKEN, true)).not.toBe(null);
});
