/** A letter in wax, drawn into a seal of 64 by 64 with its middle at (32, 32). */
export interface WaxLetter {
  letter: string;
  /** The font size. */
  size: number;
  /** The baseline's distance from the top. */
  baseline: number;
}

/** Letters about half as high as capitals. */
const IS_LOW =
  /^[acegmnopqrsuvwxyzαγεηικμνοπρςστυχωавгдежзийклмнопрстухцчшщъыьэюя\p{Script=Arabic}]/u;
/** Square characters, which would touch the rim at full size. */
const IS_SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{So}]/u;

/** Puts a letter of any script into the middle of a seal, as far as its script tells where that is. */
export function waxLetter(letter: string): WaxLetter {
  const size = IS_SQUARE.test(letter) ? 27 : 36;
  // Half the height of low letters and of capitals, as fractions of the font size.
  const below = IS_LOW.test(letter) ? 0.22 : 0.33;
  return { letter, size, baseline: Math.round((32 + below * size) * 10) / 10 };
}

const graphemes = new Intl.Segmenter();

/** Whether a text is a single letter, digit or sign of any script, with its combining marks. */
export function isWaxLetter(text: string): boolean {
  return [...graphemes.segment(text)].length === 1 && /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);
}
