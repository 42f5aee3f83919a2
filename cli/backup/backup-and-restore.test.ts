import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf } from '#core/date.ts';
import type { Letter } from '#core/letter.ts';
import { positionOf } from '#core/position.ts';
import { keptLetters, lettersIn, ownerMachine } from '#test/machine/owner-machine.ts';

const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z');
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z');
const text = fc
  .string({ unit: 'binary', maxLength: 40 })
  .filter((value) => value.isWellFormed() && !value.includes('\0'));
const instant = fc.option(fc.integer({ min: YEAR_ONE, max: LAST_DAY }));
const letter = fc
  .record({
    id: fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/),
    version: fc.integer({ min: 1 }),
    title: text,
    content: text,
    signature: text,
    date: fc.option(fc.oneof(text, fc.integer({ min: YEAR_ONE, max: LAST_DAY }).map(dayOf))),
    hidden: fc.boolean(),
    createdAt: instant,
    updatedAt: instant,
    origin: fc.option(
      fc
        .array(fc.oneof(fc.tuple(text), fc.tuple(text, fc.jsonValue())))
        .map((entries) => JSON.stringify(entries)),
    ),
  })
  .map((fields) => fields as Omit<Letter, 'position'>);
const letters = fc
  .uniqueArray(letter, { selector: ({ id }) => id, maxLength: 30 })
  .map((all): Letter[] =>
    all.map((fields, at) => ({ ...fields, position: positionOf(fields.createdAt, 7 * at) })),
  );

test('a backup of any letters is restored without a difference', async () => {
  const machine = ownerMachine();
  const store = await machine.open();
  let runs = 0;
  const property = fc.asyncProperty(letters, async (kept) => {
    // Two restores of one file within a second would give their copies the same name.
    runs += 1;
    const backup = `${runs}.backup`;
    await store.letters.replaceAll(kept);
    expect(machine.letters('backup', backup)).toMatchObject({ stderr: '' });
    await store.letters.replaceAll(keptLetters(1));
    const restored = machine.letters('restore', backup, '--yes');
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(await lettersIn(store)).toEqual(kept);
  });
  await fc.assert(property, { numRuns: 8 });
});
