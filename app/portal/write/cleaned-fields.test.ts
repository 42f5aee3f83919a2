import { expect, test } from 'vitest';
import { checkLetter } from '#core/check-letter.ts';
import { cleanedFields } from './cleaned-fields.ts';

const fields = { title: 'Title', date: '', content: 'Words', signature: 'Mara', hidden: true };

test.each([
  ['One\vtwo\fthree', 'One\ntwo\nthree'],
  ['don\u0092t \u0093say\u0094 \u0096 so\u0085', 'don’t “say” – so…'],
  ['a\u0000b\u0007c\u001bd\u007fe\u0081f', 'abcdef'],
  ['Roses,\u2028violets\u2029and thyme', 'Roses,\nviolets\nand thyme'],
  ['a picture \ufffcwas here', 'a picture was here'],
  ['tab\t, line\nand é, 字, 😀', 'tab\t, line\nand é, 字, 😀'],
])('pasted %j becomes %j', (pasted, content) => {
  expect(cleanedFields({ ...fields, content: pasted })).toEqual({ ...fields, content });
});

test('a title and a signature stay on one line', () => {
  const pasted = { ...fields, title: 'A\vtitle', signature: 'Mara\u2028Lind' };
  expect(cleanedFields(pasted)).toEqual({ ...fields, title: 'A title', signature: 'Mara Lind' });
});

test.each([
  ['\u200fנעמי', 'נעמי'],
  ['\u202aMara\u202c Li\u00adnd\u200b\ufeff', 'Mara Lind'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
])('a signature is rid of what cannot be seen in it: %j', (pasted, signature) => {
  expect(cleanedFields({ ...fields, signature: pasted }).signature).toBe(signature);
});

test('the signature that an edited letter has stays as it is, whatever is in it', () => {
  const imported = { ...fields, signature: 'J.\u200e' };
  expect(cleanedFields(imported, 'J.\u200e')).toEqual(imported);
  expect(cleanedFields(imported, 'Mara').signature).toBe('J.');
});

test('the result is always accepted, and text without control characters is not changed', () => {
  expect(cleanedFields(fields)).toEqual(fields);
  const all = String.fromCharCode(...Array.from({ length: 0x100 }, (_, code) => code));
  const rules = { ownerName: 'The Owner', today: '2026-11-20' };
  const kept = checkLetter(cleanedFields({ ...fields, title: all, content: all }), rules);
  expect(kept.ok).toBe(true);
});
