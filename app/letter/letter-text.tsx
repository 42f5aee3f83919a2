/** Including the empty lines after it. */
const PARAGRAPH = /[\s\S]+?(?:\n\n+|$)/g;
/** Including its newline; other line separators of Unicode count as text. */
const LINE = /[^\n]*\n|[^\n]+$/g;
/** Characters. Prose is not broken after such short lines, so they are verse. */
const VERSE = 90;
/** Spaces that are about as wide as one step of letter-sheet.css. */
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
          : paragraph}
      </span>
    );
  });
}

/** How far a line is indented. */
function stepsIn(line: string): number {
  const blanks = [...(/^[ \t\u3000]*/.exec(line)?.[0] ?? '')];
  const wide = blanks.reduce((sum, blank) => sum + (WIDE[blank] ?? 1), 0);
  return Math.min(Math.floor(wide / STEP), MAX_STEPS);
}
