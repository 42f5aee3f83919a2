import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentShades, GROUNDS } from './accent.ts';
import { contrastOf, darkened, lightnessOf } from './colour.ts';

const byte = fc.integer({ min: 0, max: 255 });
const colour = fc
  .tuple(byte, byte, byte)
  .map((bytes) => `#${bytes.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

test.each(['day', 'night'] as const)('any colour is made readable by %s', (time) => {
  const { desk, deskGlow, sheet } = GROUNDS[time];
  const shown = (given: string) => {
    const { fill, ink, edge, line, wax } = accentShades(given, time);
    for (const ground of [fill, darkened(fill, 0.15)]) {
      expect(contrastOf(ground, ink)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrastOf(edge, desk)).toBeGreaterThanOrEqual(3);
    // By night a dark button without an edge of its own would be a hole in the desk.
    expect(time === 'day' || edge === fill).toBe(true);
    for (const ground of [desk, deskGlow, sheet]) {
      expect(contrastOf(line, ground)).toBeGreaterThanOrEqual(3);
    }
    expect(lightnessOf(wax)).toBeGreaterThan(0.3);
    expect(lightnessOf(wax)).toBeLessThan(0.75);
  };
  for (const given of ['#000000', '#ffffff', '#ffff00', '#0000ff', '#00ff00']) shown(given);
  fc.assert(fc.property(colour, shown), { numRuns: 200 });
});

test('a readable colour is not changed', () => {
  expect(accentShades('#8c2f2a', 'day')).toEqual({
    fill: '#8c2f2a',
    ink: GROUNDS.day.accentInk,
    edge: '#8c2f2a',
    line: '#8c2f2a',
    wax: '#8c2f2a',
  });
  // Only lighter, not a different colour.
  expect(accentShades('#8c2f2a', 'night').line).toBe('#ba5951');
});

test.each(['day', 'night'] as const)('gold stays gold beneath dark words by %s', (time) => {
  const { fill, ink, edge } = accentShades('#c9a227', time);
  // A little lighter, so that the words can be read under the pointer, too.
  expect(fill).toBe('#d1aa32');
  expect(ink).toBe('#2b231b');
  expect(edge === fill).toBe(time === 'night');
});

test('computes contrast as WCAG defines it', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(lightnessOf('#ffffff')).toBeCloseTo(1, 5);
  expect(lightnessOf(darkened('#ffffff', 0.15))).toBeCloseTo(0.85, 2);
});

test('uses the same background colours as the style sheet', () => {
  const styles = readFileSync(join(import.meta.dirname, '../app/styles/tokens.css'), 'utf8');
  const [day = '', night = ''] = styles.split(/@media [^{]*\(prefers-color-scheme: dark\)/);
  // What is dark on a light accent is the ink by day.
  expect(day).toContain(`--ink: ${accentShades('#ffffff', 'day').ink};`);
  const names = { desk: 'desk', deskGlow: 'desk-glow', sheet: 'sheet', accentInk: 'accent-ink' };
  for (const [name, property] of Object.entries(names)) {
    const key = name as keyof typeof names;
    expect(day).toContain(`--${property}: ${GROUNDS.day[key]};`);
    expect(night).toContain(`--${property}: ${GROUNDS.night[key]};`);
  }
});
