import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { CardDrawing } from '#core/card.ts';
import { languageOf } from '#core/language.ts';
import { type Faces, openFaces } from './faces.ts';
import { type ShapedLine, shapeLine, writable } from './shaped-line.ts';
import { setTitle } from './title-lines.ts';

/** What is written on a card. */
export interface CardWords {
  title: string;
  date: string | null;
  /** The day and the year, if the drawing has a postmark. */
  postmark: [string, string] | null;
}

export type DrawCard = (drawing: CardDrawing, words: CardWords) => Promise<Uint8Array>;

/** From one base line to the next, of a title, in its size. */
const LEADING = 1.12;
const SIZES = [
  { size: 84, lines: 1 },
  { size: 68, lines: 2 },
  { size: 50, lines: 3 },
];
/** Of a title that has lost more of its letters than this share, nothing is shown. */
const MOST_LOST = 1 / 3;

/** Makes ready to draw. Takes some 60 MB until its thread ends. */
export async function openDrawing(): Promise<DrawCard> {
  const require = createRequire(import.meta.url);
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const faces = openFaces();
  return async (drawing, words) => {
    const written = await write(drawing, words, faces);
    const svg = drawing.svg.replace(/<\/svg>$/, () => `${written}</svg>`);
    const picture = new Resvg(svg).render();
    const png = picture.asPng();
    picture.free();
    return png;
  };
}

async function write(drawing: CardDrawing, words: CardWords, faces: Faces): Promise<string> {
  const { title, date, postmark, ink, paper } = drawing;
  const lines = await titleLines(drawing, words.title, faces);
  const size = lines.size;
  const first = title.y - ((lines.lines.length - 1) * size * LEADING) / 2 + size * 0.32;
  const placed = lines.lines.map((line, at) => centred(line, title.x, first + at * size * LEADING));
  const dated = { style: 'italic', size: date.size, language: 'en', figures: 'onum' } as const;
  const day = words.date && (await shapeLine(words.date, faces, dated));
  let svg = `<g stroke="${paper}" stroke-width="9" stroke-opacity="0.5" stroke-linejoin="round" fill="none">${placed.join('')}</g>`;
  svg += `<g fill="${ink}">${placed.join('')}</g>`;
  if (day) svg += `<g fill="${ink}" fill-opacity="0.74">${centred(day, date.x, date.y)}</g>`;
  if (!postmark || !words.postmark) return svg;
  const { x, y, turn } = postmark;
  const stamp = { style: 'upright', size: postmark.size, language: 'en', figures: 'lnum' } as const;
  const [above, below] = await Promise.all(
    words.postmark.map((text) => shapeLine(text, faces, stamp)),
  );
  const stamped =
    (above ? centred(above, x, y - postmark.size * 0.2) : '') +
    (below ? centred(below, x, y + postmark.size * 0.78) : '');
  return `${svg}<g fill="${postmark.ink}" transform="rotate(${turn} ${x} ${y})">${stamped}</g>`;
}

async function titleLines({ title: box }: CardDrawing, title: string, faces: Faces) {
  const language = languageOf(title);
  const writing = { style: 'upright', size: 1, language, figures: 'onum' } as const;
  const kept = await writable(title, faces, writing);
  if (lettersIn(kept) < lettersIn(title) * (1 - MOST_LOST)) return { size: 0, lines: [] };
  return setTitle(kept, faces, { width: box.width, sizes: SIZES }, language);
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}\p{Extended_Pictographic}]/gu)?.length ?? 0;
}

function centred({ width, svg }: ShapedLine, x: number, y: number): string {
  return `<g transform="translate(${(x - width / 2).toFixed(2)} ${y.toFixed(2)})">${svg}</g>`;
}
