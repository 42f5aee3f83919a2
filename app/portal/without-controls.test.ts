import { expect, test } from 'vitest';
import { checkLetter } from '#core/check-letter.ts';
import { withoutControls } from './without-controls.ts';

const fields = { title: 'Title', date: '', content: 'Words', signature: 'Mara', hidden: true };

test.each([
  ['One\vtwo\fthree', 'One\ntwo\nthree'],
  ['don\u0092t \u0093say\u0094 \u0096 so\u0085', 'don’t “say” – so…'],
  ['a\u0000b\u0007c\u001bd\u007fe\u0081f', 'abcdef'],
  ['tab\t, line\nand é, 字, 😀', 'tab\t, line\nand é, 字, 😀'],
])('pasted %j becomes %j', (pasted, content) => {
  expect(withoutControls({ ...fields, content: pasted })).toEqual({ ...fields, content });
});

test('a title and a signature stay on one line', () => {
  const pasted = { ...fields, title: 'A\vtitle', signature: 'Mara\fLind' };
  expect(withoutControls(pasted)).toEqual({ ...fields, title: 'A title', signature: 'Mara Lind' });
});

test('the result is always accepted, and text without control characters is not changed', () => {
  expect(withoutControls(fields)).toBe(fields);
  const all = String.fromCharCode(...Array.from({ length: 0x100 }, (_, code) => code));
  const rules = { ownerName: 'The Owner', today: '2026-11-20' };
  const kept = checkLetter(withoutControls({ ...fields, title: all, content: all }), rules);
  expect(kept.ok).toBe(true);
});
