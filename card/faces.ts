import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';

/**
 * The fonts of cards, from packages, since a machine may have no fonts of its own. Each is split into files
 * by characters, of which only those are read that a text needs.
 */
export interface Faces {
  /**
   * The face for characters that belong together; null when there is none that has all of them.
   * @param language tells which of several forms a Chinese character has
   */
  faceFor(cluster: string, style: Style, language: string | undefined): Promise<Font | null>;
}

export type Style = 'upright' | 'italic';

interface Family {
  name: string;
  /** The part of its files' names that tells the style. */
  variant: string;
  slices: Slice[];
}

interface Slice {
  name: string;
  /** First and last characters in turn. */
  ranges: [number, number][];
}

const GARAMOND = '@fontsource/eb-garamond';
const NOTO = '@fontsource-variable/noto';
/** Noto Serif Myanmar has no variable face. */
const MYANMAR = '@fontsource/noto-serif-myanmar';
/** Scales Burmese letters to the size of others, so that they do not reach into the lines above and below. */
const MYANMAR_SIZE = 0.76;
const OTHERS = [
  'naskh-arabic',
  'serif-hebrew',
  'serif-thai',
  'serif-devanagari',
  'serif-bengali',
  'serif-tamil',
  'serif-telugu',
  'serif-kannada',
  'serif-malayalam',
  'serif-gujarati',
  'serif-gurmukhi',
  'serif-sinhala',
  'serif-georgian',
  'serif-armenian',
  'serif-ethiopic',
  'serif-khmer',
  'serif-lao',
  'serif-tibetan',
  'emoji',
];
/** The family with a language's own forms of Chinese characters. A tag may name a region, too. */
const FORMS = [
  [/^ja\b/, 'jp'],
  [/^ko\b/, 'kr'],
  [/^zh-(Hans|CN|SG)\b/, 'sc'],
] as const;
/** The weight of the variable fonts, whose default is their lightest. */
const WEIGHT = 400;
/** Characters that need no glyph: joiners, direction marks, variation selectors. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u;

const require = createRequire(import.meta.url);

/** @param mostFiles kept in memory at a time, of some 100 kB each */
export function openFaces(mostFiles = 60): Faces {
  const slices = new Map<string, Slice[]>();
  /** In LRU order, the last used at the end. */
  const files = new Map<string, Promise<Font>>();

  function family(name: string, variant: string): Family {
    return { name, variant, slices: slices.getOrInsertComputed(name, slicesOf) };
  }

  function open(file: string): Promise<Font> {
    const opened = files.get(file) ?? readFont(file);
    files.delete(file);
    const [oldest] = files.keys();
    if (files.size >= mostFiles && oldest !== undefined) files.delete(oldest);
    files.set(file, opened);
    return opened;
  }

  /** The families for a style, in order of preference. */
  function* familiesFor(style: Style, language: string | undefined): Generator<Family> {
    if (style === 'italic') yield family(GARAMOND, '400-italic');
    yield family(GARAMOND, '400-normal');
    for (const name of OTHERS) yield family(`${NOTO}-${name}`, 'wght-normal');
    yield family(MYANMAR, '400-normal');
    const first = FORMS.filter(([tag]) => tag.test(language ?? '')).map(([, name]) => name);
    for (const name of new Set([...first, 'tc', 'sc', 'jp', 'kr'])) {
      yield family(`${NOTO}-serif-${name}`, 'wght-normal');
    }
  }

  return {
    async faceFor(cluster, style, language) {
      const visible = [...cluster]
        .filter((character) => !INVISIBLE.test(character))
        .map((character) => character.codePointAt(0) ?? 0);
      for (const { name, variant, slices } of familiesFor(style, language)) {
        const short = name.slice(name.indexOf('/') + 1);
        // Ranges overlap, and a file may lack characters of its range.
        for (const slice of slices.filter((slice) => holds(slice, visible))) {
          const face = await open(`${name}/files/${short}-${slice.name}-${variant}.woff2`);
          if (visible.every((code) => face.nominalGlyph(code) !== undefined)) return face;
        }
      }
      return null;
    },
  };
}

function slicesOf(name: string): Slice[] {
  const ranges: Record<string, string> = require(`${name}/unicode.json`);
  return Object.entries(ranges).map(([slice, text]) => ({
    // Numbered slices are written in brackets.
    name: slice.replace(/[[\]]/g, ''),
    ranges: text.split(',').map((range) => {
      const [first = '', last = first] = range.trim().slice(2).split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  }));
}

function holds({ ranges }: Slice, characters: number[]): boolean {
  return characters.every((code) => ranges.some(([first, last]) => first <= code && code <= last));
}

async function readFont(file: string): Promise<Font> {
  const sfnt = await decompress(readFileSync(require.resolve(file)));
  const face = new Face(new Blob(sfnt));
  const font = new Font(face);
  font.setVariations([new Variation('wght', WEIGHT)]);
  if (file.startsWith(MYANMAR)) {
    const size = Math.round(face.upem * MYANMAR_SIZE);
    font.setScale(size, size);
  }
  return font;
}
