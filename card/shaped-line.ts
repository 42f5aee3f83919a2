import bidiFactory from 'bidi-js';
import { Buffer, BufferFlag, Direction, Feature, type Font, shape } from 'harfbuzzjs';
import { directionOf } from '#core/language.ts';
import type { Faces, Style } from './faces.ts';

/** A line of writing as it is drawn: each glyph an outline, set from the left. */
export interface ShapedLine {
  /** In pixels. */
  width: number;
  /** How far its letters reach above the baseline, and below it, in pixels. */
  above: number;
  below: number;
  /** The outlines as SVG, from the left end of the baseline at 0, 0. */
  svg: string;
}

export interface Writing {
  style: Style;
  /** In pixels. */
  size: number;
  language: string | undefined;
}

/** Characters that belong together, the face that has them and the level of their direction. */
interface Piece {
  text: string;
  face: Font;
  /** Odd: from right to left. */
  level: number;
}

// bidi-js exports the function itself, but its types declare a module with a default export.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Proportional figures, as on the pages. */
const FIGURES = new Feature('pnum', 1);
const FLAGS = BufferFlag.REMOVE_DEFAULT_IGNORABLES | BufferFlag.DO_NOT_INSERT_DOTTED_CIRCLE;

/**
 * The part of a text that the upright fonts have: without characters that none of them has, and without
 * marks on letters that none of them has with these marks.
 */
export async function writable(
  text: string,
  faces: Faces,
  language: string | undefined,
): Promise<string> {
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    const cluster = /^\s+$/.test(segment) ? ' ' : segment;
    for (const form of [cluster, cluster.replaceAll(/\p{M}/gu, '')]) {
      if (form === '' || !(await faces.faceFor(form, 'upright', language))) continue;
      kept += form;
      break;
    }
  }
  return kept.replaceAll(/ {2,}/g, ' ').trim();
}

/**
 * @param text all of which is writable
 * @param base the direction of the text that the line is from; its own when absent
 */
export async function shapeLine(
  text: string,
  faces: Faces,
  writing: Writing,
  base?: 'ltr' | 'rtl',
): Promise<ShapedLine> {
  let x = 0;
  let above = 0;
  let below = 0;
  let svg = '';
  for (const { text: piece, face, level } of inVisualOrder(
    await piecesOf(text, faces, writing, base),
  )) {
    const buffer = new Buffer();
    buffer.addText(piece);
    buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
    buffer.guessSegmentProperties();
    if (writing.language) buffer.setLanguage(writing.language);
    buffer.setFlags(FLAGS);
    shape(face, buffer, [FIGURES]);
    const scale = writing.size / face.face.upem;
    for (const glyph of buffer.getGlyphInfosAndPositions()) {
      const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph;
      const outline = face.glyphToPath(codepoint);
      const place = `translate(${round(x + xOffset * scale)} ${round(-yOffset * scale)})`;
      const turned = `scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`;
      if (outline) svg += `<path transform="${place} ${turned}" d="${outline}"/>`;
      x += xAdvance * scale;
      const { yBearing = 0, height = 0 } = face.glyphExtents(codepoint) ?? {};
      above = Math.max(above, (yOffset + yBearing) * scale);
      // Heights are measured downwards, so they are negative.
      below = Math.max(below, -(yOffset + yBearing + height) * scale);
    }
  }
  return { width: x, above, below, svg };
}

async function piecesOf(
  text: string,
  faces: Faces,
  { style, language }: Writing,
  base: 'ltr' | 'rtl' = directionOf(text),
): Promise<Piece[]> {
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const pieces: Piece[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const face = await faces.faceFor(segment, style, language);
    const level = levels[index] ?? 0;
    if (!face) continue;
    const last = pieces.at(-1);
    if (last?.face === face && last.level === level) last.text += segment;
    else pieces.push({ text: segment, face, level });
  }
  return pieces;
}

/** Orders pieces from left to right, by rule L2 of https://www.unicode.org/reports/tr9/ */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end === start) continue;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

const round = (pixels: number) => pixels.toFixed(2);
