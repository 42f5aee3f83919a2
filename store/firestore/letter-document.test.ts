import { expect, test } from 'vitest';
import { keptLetter } from '#test/machine/owner-machine.ts';
import { readFields, settlingFields } from './letter-document.ts';

test('a document with two dates is settled by versions that choose either, and by none that chooses another', () => {
  const theirs = {
    title: 'From elsewhere',
    content: 'Words',
    signature: 'Mara',
    hidden: false,
    date: '2020-01-01',
    customDate: '2026-11-20',
  };
  const { letter } = readFields('theirs', theirs, 0);
  const isSettledAs = (date: string) =>
    readFields('theirs', { ...theirs, ...settlingFields({ ...letter, date }) }, 0).settled;
  expect(letter.date).toBe('2026-11-20');
  expect(['2026-11-20', '2020-01-01', '2026-11-21'].map(isSettledAs)).toEqual([true, true, false]);
});

/** With another, every letter that is stored would count as changed by another program, and lose its `origin`. */
test('the digest of a letter is the one that earlier versions gave it', () => {
  const letter = keptLetter(1, { date: '2026-11-20', hidden: true });
  expect(settlingFields(letter).digest).toBe('toMA7G3xzV2A0v3HX2wWskyzXAia4muKbRVeJ4d9iLs');
});
