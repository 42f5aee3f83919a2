import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contrastOf } from '#core/colour.ts';

const [day = '', night = ''] = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').split(
  '@media',
);

/** WCAG 1.4.3 and 1.4.11. */
const LEAST = { words: 4.5, edges: 3 };

test.each([
  ['day', day],
  ['night', night],
])('by %s, text and edges have enough contrast with what is beneath them', (_, text) => {
  const colour = (name: string) => {
    const [, found] = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(text) ?? [];
    if (found === undefined) throw new Error(`No colour is called ${name}, or not as #rrggbb.`);
    return found;
  };
  const words = ['ink', 'ink-soft', 'fault'].map(colour);
  for (const ground of ['desk', 'desk-glow', 'sheet', 'sheet-lit'].map(colour)) {
    for (const word of words) {
      expect(contrastOf(word, ground), `${word} on ${ground}`).toBeGreaterThan(LEAST.words);
    }
  }
  for (const ground of ['desk', 'desk-glow', 'sheet'].map(colour)) {
    for (const edge of ['focus', 'field-edge'].map(colour)) {
      expect(contrastOf(edge, ground), `${edge} on ${ground}`).toBeGreaterThan(LEAST.edges);
    }
  }
});
