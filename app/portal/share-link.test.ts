import { expect, test } from 'vitest';
import { opensHereAlone } from './share-link.ts';

test.each([
  ['http://localhost:3000/letter/a', true],
  ['http://letters.localhost/letter/a', true],
  ['http://127.0.0.1:3000/letter/a', true],
  ['http://[::1]:3000/letter/a', true],
  ['https://letters.example.org/letter/localhost', false],
  ['https://localhost.example.org/letter/a', false],
  ['http://192.168.1.20:3000/letter/a', false],
  ['http://[2001:db8::1]/letter/a', false],
])('%s works on one computer only: %s', (link, alone) => {
  expect(opensHereAlone(link)).toBe(alone);
});
