import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Blob, Face } from 'harfbuzzjs';
import subset from 'subset-font';
import type { Plugin } from 'vite';
import decompress from 'woff2-encoder/decompress';
import config from '../react-router.config.ts';

const ROOT = join(import.meta.dirname, '..');
const WHOLE = join(ROOT, 'node_modules/@fontsource/eb-garamond/files');
const MADE = join(ROOT, config.buildDirectory, 'fonts');

/**
 * The characters of English. A font with these alone fits into the ten segments that a server may send
 * before the first acknowledgment: https://www.rfc-editor.org/rfc/rfc6928
 */
const EVERYDAY = 'U+20-7E, U+A0, U+AB, U+BB, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026';
/**
 * The OpenType features that the site sets and those that browsers apply by default, except one, which
 * would turn "^2" into a small 2. The others are a sixth of each font, and no style asks for them.
 */
const SHOWN = {
  targetFormat: 'woff2' as const,
  keepFeatures: ['kern', 'mark', 'mkmk', 'liga', 'locl', 'pnum'],
};

/**
 * Splits each Latin font into two files: the characters that every page needs, and letters with
 * accents, which load only on pages that have some. Unused glyph forms are left out of both.
 */
export function everydayFonts(): Plugin {
  return {
    name: 'everyday-fonts',
    enforce: 'pre',
    async buildStart() {
      mkdirSync(MADE, { recursive: true });
      for (const style of ['normal', 'italic']) {
        const whole = readFileSync(join(WHOLE, `eb-garamond-latin-400-${style}.woff2`));
        const characters = await charactersOf(whole);
        const parts = { everyday: isEveryday, accented: (code: number) => !isEveryday(code) };
        for (const [part, belongs] of Object.entries(parts)) {
          const text = String.fromCodePoint(...characters.filter(belongs));
          writeFileSync(join(MADE, `${part}-${style}.woff2`), await subset(whole, text, SHOWN));
        }
      }
    },
    transform: {
      filter: { id: /@fontsource\/eb-garamond\/400(?:-italic)?\.css$/ },
      handler: (css, id) => css.replace(LATIN, inTwo(dirname(id))),
    },
  };
}

const LATIN = /@font-face \{[^}]*\/eb-garamond-latin-400-(normal|italic)\.woff2[^}]*\}/;

/** The rules for both files; the everyday one comes last, as the last face that has a character is used. */
const inTwo = (folder: string) => (face: string, style: string) => {
  // The whole path may have signs with a meaning in `url()`, like the apostrophe of somebody's own folder.
  const made = relative(folder, MADE).split(sep).join('/');
  const from = (part: string) =>
    face.replace(/src:[^;]*;/, `src: url(${made}/${part}-${style}.woff2) format('woff2');`);
  const everyday = from('everyday').replace(/unicode-range:[^;]*;/, `unicode-range: ${EVERYDAY};`);
  return `${from('accented')}\n${everyday}`;
};

const RANGES = EVERYDAY.split(', ').map((range) => {
  const [first = '', last = first] = range.slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
});

function isEveryday(code: number): boolean {
  return RANGES.some(([first, last]) => first <= code && code <= last);
}

async function charactersOf(font: Buffer): Promise<number[]> {
  const face = new Face(new Blob((await decompress(font)).buffer as ArrayBuffer), 0);
  return [...face.collectUnicodes()];
}
