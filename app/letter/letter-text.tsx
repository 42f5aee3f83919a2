/** Including the empty lines after it. */
const PARAGRAPH = /.+?(\n\n+|$)/gs;
/** Including its newline; other line separators of Unicode count as text. */
const LINE = /[^\n]+\n?|\n/g;
/**
 * Up to the end of a word, if there is any. Where letters come from several fonts, the time that Chromium takes
 * for a text node grows with the square of its length.
 */
const PIECE = /.{1,999}(?!\S)|.{999}/gsu;
/** Characters. Prose is not broken after such short lines, so they are verse. */
const VERSE = 90;
/** How many spaces are about as wide as one step of a hanging indent (letter-sheet.css). */
const STEP = 6;
const MAX_STEPS = 3;
const WIDE: Record<string, number> = { '\t': 4, '\u3000': 4 };

/**
 * The text exactly as typed, also when it is copied. Paragraphs are set apart, and lines of verse have a
 * hanging indent: where the paper is too narrow for one, its rest is indented.
 */
export function LetterText({ text }: { text: string }) {
  return text.match(PARAGRAPH)?.map((paragraph, at) => {
    const lines = paragraph.match(LINE) ?? [];
    const isVerse = paragraph.trim().includes('\n') && lines.every(({ length }) => length <= VERSE);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the third is the third, whatever is in it
      <span key={at}>
        {isVerse
          ? lines.map((line, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <span key={nth} dir="auto" data-steps={stepsIn(line) || undefined}>
                {line}
              </span>
            ))
          : paragraph.match(PIECE)}
      </span>
    );
  });
}

/** How many steps a line is indented by. */
function stepsIn(line: string): number {
  const blanks = [...(/^[ \t\u3000]*/.exec(line)?.[0] ?? '')];
  const wide = blanks.reduce((sum, blank) => sum + (WIDE[blank] ?? 1), 0);
  return Math.min(Math.floor(wide / STEP), MAX_STEPS);
}
