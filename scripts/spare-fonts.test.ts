import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blob, Face, Feature, Font, Buffer as Line, shape } from 'harfbuzzjs';
import { expect, test } from 'vitest';
import decompress from 'woff2-encoder/decompress';

const ROOT = join(import.meta.dirname, '..');
const ASSETS = join(ROOT, 'build/client/assets');
const WHOLE = join(ROOT, 'node_modules/@fontsource/eb-garamond/files');

async function open(file: string) {
  const font = await decompress(readFileSync(file));
  return new Face(new Blob(font.buffer as ArrayBuffer), 0);
}

/** Its glyphs, which each font numbers in its own way, and how far each moves the pen. */
function set(face: Face, text: string, feature = 'kern') {
  const line = new Line();
  line.addText(text);
  line.guessSegmentProperties();
  shape(new Font(face), line, [new Feature(feature, 1)]);
  const set = line.getGlyphInfosAndPositions();
  return {
    glyphs: set.map(({ codepoint }) => codepoint),
    advances: set.map(({ xAdvance = 0 }) => xAdvance),
  };
}

test.each(['normal', 'italic'])(
  'the %s font has kept its characters, and sets them alike',
  async (style) => {
    const name = `eb-garamond-latin-400-${style}`;
    const built = readdirSync(ASSETS).find((file) => file.startsWith(`${name}-`)) ?? '';
    const whole = await open(join(WHOLE, `${name}.woff2`));
    const spared = await open(join(ASSETS, built));
    expect([...spared.collectUnicodes()]).toEqual([...whole.collectUnicodes()]);
    const words = 'AVATAR office “fjord” façade of 1,234 Qui, Tøj — waffles; e\u0301 A\u0308';
    for (const feature of ['kern', 'pnum']) {
      expect(set(spared, words, feature).advances).toEqual(set(whole, words, feature).advances);
    }
    // Ligatures, kerning and figures of two widths do something in it.
    expect(set(spared, 'office').glyphs.length).toBeLessThan('office'.length);
    expect(set(spared, 'AV').advances[0]).toBeLessThan(set(spared, 'A').advances[0] ?? 0);
    expect(set(spared, '1', 'pnum').advances).not.toEqual(set(spared, '1').advances);
  },
);
