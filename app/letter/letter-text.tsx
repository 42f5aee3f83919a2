import { Fragment } from 'react';

/** Where paragraphs end, and any empty lines before the first. */
const GAP = /(^\n+|\n\n+)/;
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
 * hanging indent: where the paper is too narrow for one, its rest is indented. Line breaks between blocks are
 * not rendered, because a new block begins a new line anyway; other separators of Unicode count as text.
 * The `<br>` are for programs that know HTML but not our styles: reading views, text browsers, and those into
 * which a poem is pasted. Those of prose are not rendered here.
 */
export function LetterText({ text }: { text: string }) {
  return text.split(GAP).map((part, at, parts) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the third is the third, whatever is in it
    if (at % 2 === 0) return part && <Paragraph key={at} text={part} />;
    // The paragraph's margin is its first empty line.
    const rendered = parts[at - 1] === '' ? part : part.slice(2);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={at}>
        {part.slice(rendered.length)}
        {rendered && <span>{rendered}</span>}
      </Fragment>
    );
  });
}

function Paragraph({ text }: { text: string }) {
  const lines = text.split('\n');
  const isVerse = text.trim().includes('\n') && lines.every(({ length }) => length <= VERSE);
  if (!isVerse) {
    return (
      <p>
        {lines.map((line, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={nth}>
            {nth > 0 && <br />}
            {(nth < lines.length - 1 ? `${line}\n` : line).match(PIECE)}
          </Fragment>
        ))}
      </p>
    );
  }
  return (
    <p className="verse">
      {lines.map((line, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={nth}>
          {nth > 0 && '\n'}
          {nth > 0 && <br />}
          {line && (
            <span dir="auto" data-steps={stepsIn(line) || undefined}>
              {line}
            </span>
          )}
        </Fragment>
      ))}
    </p>
  );
}

/** How many steps a line is indented by. */
function stepsIn(line: string): number {
  const blanks = [...(/^[ \t\u3000]*/.exec(line)?.[0] ?? '')];
  const wide = blanks.reduce((sum, blank) => sum + (WIDE[blank] ?? 1), 0);
  return Math.min(Math.floor(wide / STEP), MAX_STEPS);
}
