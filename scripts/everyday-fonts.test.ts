import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blob, Face, Feature, Font, Buffer as Line, shape } from 'harfbuzzjs';
import { expect, test } from 'vitest';
import decompress from 'woff2-encoder/decompress';
import { everydayFonts } from './everyday-fonts.ts';

const ROOT = join(import.meta.dirname, '..');
const MADE = join(ROOT, 'build/fonts');
const WHOLE = join(ROOT, 'node_modules/@fontsource/eb-garamond/files');
const STYLES = ['normal', 'italic'];
/** In bytes: ten segments, less what precedes the file. */
const AT_ONCE = 10 * 1460 - 800;

async function open(file: string) {
  const font = await decompress(readFileSync(file));
  return new Face(new Blob(font.buffer as ArrayBuffer), 0);
}

async function opened(style: string) {
  const [whole, everyday, accented] = await Promise.all([
    open(join(WHOLE, `eb-garamond-latin-400-${style}.woff2`)),
    open(join(MADE, `everyday-${style}.woff2`)),
    open(join(MADE, `accented-${style}.woff2`)),
  ]);
  return { whole, everyday, accented };
}

/** A text's glyphs, which each font numbers differently, and their advances. */
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

test.each(STYLES)(
  'the two %s fonts together have all characters of the original',
  async (style) => {
    const { whole, everyday, accented } = await opened(style);
    const both = [...everyday.collectUnicodes(), ...accented.collectUnicodes()];
    expect(both.toSorted((a, b) => a - b)).toEqual([...whole.collectUnicodes()]);
    expect(readFileSync(join(MADE, `everyday-${style}.woff2`)).length).toBeLessThan(AT_ONCE);
  },
);

test.each(STYLES)('the %s fonts lay out words as the original does', async (style) => {
  const { whole, everyday, accented } = await opened(style);
  const words = 'AVATAR office “fjord” waffles — 1,234 Quill’s; To.';
  for (const feature of ['kern', 'pnum']) {
    expect(set(everyday, words, feature).advances).toEqual(set(whole, words, feature).advances);
    expect(set(accented, 'ÀÉöß', feature).advances).toEqual(set(whole, 'ÀÉöß', feature).advances);
  }
  // Ligatures, kerning and proportional figures have an effect in it.
  expect(set(everyday, 'office').glyphs.length).toBeLessThan('office'.length);
  expect(set(everyday, 'AV').advances[0]).toBeLessThan(set(everyday, 'A').advances[0] ?? 0);
  expect(set(everyday, '1', 'pnum').advances).not.toEqual(set(everyday, '1').advances);
  // The typed characters stay the same.
  expect(set(everyday, '^2').glyphs).toHaveLength(2);
});

test('the styles name the fonts without the folder of the site, which may have an apostrophe in its name', () => {
  const styles = join(WHOLE, '../400.css');
  const { transform } = everydayFonts() as {
    transform: { handler(css: string, id: string): string };
  };
  const css = transform.handler(readFileSync(styles, 'utf8'), styles);
  expect(
    css.match(/url\(\.\.\/\.\.\/\.\.\/[\w.-]+\/fonts\/everyday-normal\.woff2\)/g),
  ).toHaveLength(1);
  expect(css).not.toContain(ROOT);
});
