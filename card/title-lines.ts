import { directionOf } from '#core/language.ts';
import type { Faces } from './faces.ts';
import { type ShapedLine, shapeLine, type Writing } from './shaped-line.ts';

/** Where a title may stand: how wide its lines are at most, and how many of which size there may be. */
interface TitleBox {
  /** In pixels. */
  width: number;
  /** The largest first, each with as many lines as there is room for. */
  sizes: { size: number; lines: number }[];
}

interface TitleLines {
  size: number;
  lines: ShapedLine[];
}

type Measure = (text: string) => Promise<number>;

const ELLIPSIS = '…';
/** How closely line lengths are balanced, in pixels. */
const EVEN = 8;

/** What three lines of the smallest size can hold, in thirds of the width of a Chinese character. */
const MAX_WIDTH = 160;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** As much of a title as can be visible: finding the glyphs of the rest may take seconds. */
export function beginningOf(title: string): string {
  let width = 0;
  let beginning = '';
  for (const grapheme of graphemesOf(title)) {
    width += WIDE.test(grapheme) ? 3 : 1;
    if (width > MAX_WIDTH) return beginning + ELLIPSIS;
    beginning += grapheme;
  }
  return title;
}

/** Sets a title as large as its box allows; what does not fit ends with an ellipsis. */
export async function setTitle(
  title: string,
  faces: Faces,
  { width, sizes }: TitleBox,
  language: string | undefined,
): Promise<TitleLines> {
  const direction = directionOf(title);
  const locale = language ?? 'en';
  for (const [at, { size, lines: most }] of sizes.entries()) {
    const writing: Writing = { style: 'upright', size, language };
    const shaped = (text: string) => shapeLine(text, faces, writing, direction);
    const measure = remembered(async (text) => (await shaped(text)).width);
    const pieces = await piecesWithin(unbroken(title, locale), width, measure);
    const isLast = at === sizes.length - 1;
    let lines = await fill(pieces, width, measure);
    if (lines.length > most) {
      if (!isLast) continue;
      const last = await shortened(lines[most - 1] ?? '', width, measure);
      lines = [...lines.slice(0, most - 1), last];
    } else {
      lines = await evened(pieces, lines, width, measure);
    }
    return { size, lines: await Promise.all(lines.map((line) => shaped(line.trim()))) };
  }
  return { size: 0, lines: [] };
}

/** Unbreakable pieces: words with the punctuation around them, each with the space behind it. */
function unbroken(text: string, locale: string): string[] {
  const pieces: string[] = [];
  let opened = false;
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const last = pieces.at(-1);
    const belongs = last !== undefined && (opened || /^[\s\p{P}\p{M}\p{Cf}]/u.test(segment));
    const opens = /^[\p{Ps}\p{Pi}¿¡]+$/u.test(segment);
    if (belongs && !(opens && !opened)) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
    opened = opens;
  }
  // Pieces without a space between them stay together, except in scripts without spaces between words. In
  // Tibetan a dot ends each syllable.
  return pieces.reduce<string[]>((joined, piece) => {
    const last = joined.at(-1);
    if (last !== undefined && !/[\s\u0f0b]$/.test(last) && !BREAKS_ANYWHERE.test(piece)) {
      joined[joined.length - 1] = last + piece;
    } else {
      joined.push(piece);
    }
    return joined;
  }, []);
}

const BREAKS_ANYWHERE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|^\p{Extended_Pictographic}/u;

/** Splits words that are longer than a line. */
async function piecesWithin(pieces: string[], width: number, measure: Measure): Promise<string[]> {
  const within: string[] = [];
  for (const piece of pieces) {
    if ((await measure(piece.trim())) <= width) within.push(piece);
    else within.push(...graphemesOf(piece));
  }
  return within;
}

async function fill(pieces: string[], width: number, measure: Measure): Promise<string[]> {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && (await measure((line + piece).trim())) > width) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return line === '' ? lines : [...lines, line];
}

/** Breaks the pieces into the same number of lines, all about as long. */
async function evened(
  pieces: string[],
  lines: string[],
  width: number,
  measure: Measure,
): Promise<string[]> {
  let best = lines;
  let [low, high] = [width / 2, width];
  while (lines.length > 1 && high - low > EVEN) {
    const middle = (low + high) / 2;
    const tried = await fill(pieces, middle, measure);
    if (tried.length > lines.length) low = middle;
    else [best, high] = [tried, middle];
  }
  return best;
}

/** Shortens a line with an ellipsis: after a word, if that leaves most of the line. */
async function shortened(line: string, width: number, measure: Measure): Promise<string> {
  const whole = line.trimEnd();
  const rest = graphemesOf(whole);
  const ended = (text: string) => text.replace(/[\s\p{Pd}\p{Po}]+$/u, '') + ELLIPSIS;
  while (rest.length > 0 && (await measure(ended(rest.join('')))) > width) rest.pop();
  const cut = rest.join('');
  const blank = cut.lastIndexOf(' ');
  const isInWord = rest.length < graphemesOf(whole).length && whole[cut.length] !== ' ';
  return ended(isInWord && blank > cut.length / 2 ? cut.slice(0, blank) : cut);
}

/** Ends a Burmese syllable: a separate vowel sign, or a consonant without a vowel. */
const ENDS_SYLLABLE = /^(?:\p{M}|\p{Script=Myanmar}\u1037?\u103a)/u;

/** The units that a text may be cut between: graphemes, and in Burmese syllables. */
function graphemesOf(text: string): string[] {
  const graphemes: string[] = [];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const last = graphemes.at(-1);
    const belongs = last !== undefined && ENDS_SYLLABLE.test(segment);
    if (belongs) graphemes[graphemes.length - 1] = last + segment;
    else graphemes.push(segment);
  }
  return graphemes;
}

function remembered(measure: Measure): Measure {
  const known = new Map<string, Promise<number>>();
  return (text) => known.getOrInsertComputed(text, measure);
}
