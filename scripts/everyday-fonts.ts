import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Blob, Face } from 'harfbuzzjs';
import subset from 'subset-font';
import type { Plugin } from 'vite';
import decompress from 'woff2-encoder/decompress';

const ROOT = join(import.meta.dirname, '..');
const WHOLE = join(ROOT, 'node_modules/@fontsource/eb-garamond/files');
const MADE = join(ROOT, 'build/fonts');

/**
 * What English is written with. A file of it fits into the ten segments that a server may send before
 * it has heard from the other side: https://www.rfc-editor.org/rfc/rfc6928
 */
const EVERYDAY = 'U+20-7E, U+A0, U+AB, U+BB, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026';
/**
 * What the site sets and what browsers put on by themselves, but for one: these fonts make a small 2
 * of "^2", which nobody typed. A sixth of them is for what no style asks for.
 */
const SHOWN = {
  targetFormat: 'woff2' as const,
  keepFeatures: ['kern', 'mark', 'mkmk', 'liga', 'locl', 'pnum'],
};

/**
 * Makes two files of each Latin font: what every page needs, and the letters with accents, which a
 * page asks for when it has one. Its forms that no page shows are left out of both.
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
      handler: (css) => css.replace(LATIN, inTwo),
    },
  };
}

const FOLDER = MADE.split(sep).join('/');
const LATIN = /@font-face \{[^}]*\/eb-garamond-latin-400-(normal|italic)\.woff2[^}]*\}/;

/** Of faces that have a character the last one counts. */
function inTwo(face: string, style: string): string {
  const from = (part: string) =>
    face.replace(/src:[^;]*;/, `src: url(${FOLDER}/${part}-${style}.woff2) format('woff2');`);
  const everyday = from('everyday').replace(/unicode-range:[^;]*;/, `unicode-range: ${EVERYDAY};`);
  return `${from('accented')}\n${everyday}`;
}

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
