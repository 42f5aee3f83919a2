import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptText } from './script-text.ts';

test('no text can end a script, and JSON.parse returns what was written', () => {
  const hostile = { a: '</script><!--<script>', b: '\u2028\u2029&amp;]]>', c: undefined };
  expect(scriptText(hostile)).toBe(
    '{"a":"\\u003c/script\\u003e\\u003c!--\\u003cscript\\u003e","b":"\\u2028\\u2029\\u0026amp;]]\\u003e"}',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = scriptText([text]);
      expect(written).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(written)).toEqual([text]);
    }),
  );
});
