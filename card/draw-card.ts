import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { CardDrawing, IconDrawing } from '#core/card.ts';
import { languageOf } from '#core/language.ts';
import { type Faces, openFaces } from './faces.ts';
import { type ShapedLine, shapeLine, type Writing, writable } from './shaped-line.ts';
import { stackLines } from './stack-lines.ts';
import { beginningOf, setTitle } from './title-lines.ts';

/** What is written on a card. */
interface CardWords {
  title: string;
  /** The language of the title, as a BCP 47 tag, where it can be told. */
  language?: string | undefined;
  date: string;
  /** The day and the year, if the drawing has a postmark. */
  postmark: string[];
}

/** A drawing, and what is written on it. */
export type CardOrder =
  | { drawing: CardDrawing; words: CardWords }
  | { drawing: IconDrawing; words: null };

type DrawCard = (order: CardOrder) => Promise<Uint8Array>;

/** Three lines still keep clear of the seal. */
const SIZES = [
  { size: 84, lines: 1 },
  { size: 68, lines: 2 },
  { size: 46, lines: 3 },
];
/** Some chats preview no picture that is larger; only a title of the densest signs makes it so. */
const LIMIT_BYTES = 300_000;
/** A title with more than this share of letters that no font has is not shown at all. */
const MAX_LOST = 1 / 3;

/** Loads what drawing needs. Takes some 100 MB until its process ends. */
export async function openDrawing(): Promise<DrawCard> {
  const require = createRequire(import.meta.url);
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const faces = openFaces();
  return async (order) => {
    const png = await paint(order, faces, true);
    return png.byteLength < LIMIT_BYTES ? png : paint(order, faces, false);
  };
}

/** @param haloed whether the title has a halo, which keeps it legible across a fold, and up to a quarter of the bytes */
async function paint({ drawing, words }: CardOrder, faces: Faces, haloed: boolean) {
  const written = words === null ? '' : await write(drawing, words, faces, haloed);
  const svg = (await outlined(drawing, faces)).replace(/<\/svg>$/, () => `${written}</svg>`);
  const tree = new Resvg(svg);
  const picture = tree.render();
  const png = picture.asPng();
  // The garbage collector would free both, but late: it does not know how large they are.
  picture.free();
  tree.free();
  return png;
}

/** The words as outlines, in painting order. */
async function write(
  drawing: CardDrawing,
  words: CardWords,
  faces: Faces,
  haloed: boolean,
): Promise<string> {
  const { title, date, ink, paper } = drawing;
  const { lines, size } = await titleLines(drawing, words, faces);
  const { baselines, y, scale } = stackLines(lines, size, title);
  const stacked = lines.map((line, at) => centred(line, 0, baselines[at] ?? 0)).join('');
  const set = `<g transform="translate(${title.x} ${y.toFixed(2)}) scale(${scale.toFixed(4)})">${stacked}</g>`;
  let svg = `${haloed ? `<g ${halo(paper)}>${set}</g>` : ''}<g fill="${ink}">${set}</g>`;
  const dated: Writing = { style: 'italic', size: date.size, language: 'en' };
  const day = await shapeLine(words.date, faces, dated);
  svg += `<g fill="${ink}" fill-opacity="0.74">${centred(day, date.x, date.y)}</g>`;
  if (drawing.postmark) svg += await stamp(drawing.postmark, words.postmark, faces);
  return svg;
}

/** The attributes of a halo around the letters, in the colour of the paper. */
const halo = (paper: string) =>
  `fill="none" stroke="${paper}" stroke-width="9" stroke-opacity="0.5" stroke-linejoin="round"`;

async function stamp(
  { x, y, size, ink, turn }: NonNullable<CardDrawing['postmark']>,
  words: string[],
  faces: Faces,
): Promise<string> {
  const stamped: Writing = { style: 'upright', size, language: 'en' };
  const lines = await Promise.all(words.map((text) => shapeLine(text, faces, stamped)));
  const set = lines.map((line, at) => centred(line, x, y + size * (at - 0.2)));
  return `<g fill="${ink}" transform="rotate(${turn} ${x} ${y})">${set.join('')}</g>`;
}

const TEXT = /<text([^>]*)>([^<]*)<\/text>/g;

/** The drawing with its own text, the letter in the wax, replaced by outlines. */
async function outlined({ svg }: IconDrawing, faces: Faces): Promise<string> {
  let drawn = '';
  let end = 0;
  for (const { 0: whole, 1: attributes = '', 2: text = '', index } of svg.matchAll(TEXT)) {
    const size = numberIn(attributes, 'font-size');
    const language = languageOf(text, null);
    const writing: Writing = { style: 'upright', size, language };
    const line = await shapeLine(unescaped(text), faces, writing);
    drawn += svg.slice(end, index);
    drawn += centred(line, numberIn(attributes, 'x'), numberIn(attributes, 'y'));
    end = index + whole.length;
  }
  return drawn + svg.slice(end);
}

function numberIn(attributes: string, name: string): number {
  const found = attributes.match(new RegExp(` ${name}="([\\d.]+)"`));
  if (!found) throw new Error(`A text of the drawing has no ${name}.`);
  return Number(found[1]);
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function unescaped(text: string): string {
  return text.replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);
}

async function titleLines({ title: box }: CardDrawing, words: CardWords, faces: Faces) {
  const { language } = words;
  const title = beginningOf(words.title);
  const kept = await writable(title, faces, language);
  if (lettersIn(kept) < lettersIn(title) * (1 - MAX_LOST)) return { size: 0, lines: [] };
  return setTitle(kept, faces, { width: box.width, sizes: SIZES }, language);
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}\p{Extended_Pictographic}]/gu)?.length ?? 0;
}

function centred({ width, svg }: ShapedLine, x: number, y: number): string {
  return `<g transform="translate(${(x - width / 2).toFixed(2)} ${y.toFixed(2)})">${svg}</g>`;
}
