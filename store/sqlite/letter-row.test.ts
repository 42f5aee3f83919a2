import { expect, test } from 'vitest';
import { keptLetter } from '#test/machine/owner-machine.ts';
import { valuesOf } from './letter-row.ts';

/** With others, every letter that is stored would be reported as damaged. */
test('the seals of a letter are those that earlier versions gave it', () => {
  const letter = keptLetter(1, { date: '2026-11-20', hidden: true, createdAt: 1, updatedAt: 2 });
  expect(valuesOf(letter).slice(-2)).toEqual(['7g0woPwQellEELMY4znABa', '4Z3st1xXZPvBmQpeQkEHPo']);
});
