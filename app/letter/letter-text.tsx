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
/** How an item of a list begins, which may be longer. Not with a dash: so do the lines of a dialogue. */
const ITEM = /^\s*(?:\p{Nd}{1,3}[.)]|[-*•])\s/u;
/** How many spaces are about as wide as one step of a hanging indent (letter-sheet.css). */
const STEP = 6;
const MAX_STEPS = 3;
const WIDE: Record<string, number> = { '\t': 4, '\u3000': 4 };

/**
 * The text exactly as typed, also when it is copied. Paragraphs are set apart, and lines of verse, or of a list,
 * have a hanging indent: where the paper is too narrow for one, its rest is indented. A line break that was typed is
 * not rendered itself, as its `<br>` is, or a new block begins a new line anyway; other separators of Unicode
 * count as text. The `<br>` are also for programs that know HTML but not our styles: reading views, text
 * browsers, and those into which a letter is pasted.
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
  const isVerse =
    text.trim().includes('\n') && lines.every((line) => line.length <= VERSE || ITEM.test(line));
  return (
    <p className={isVerse ? 'verse' : undefined}>
      {lines.map((line, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={nth}>
          {nth > 0 && '\n'}
          {nth > 0 && <br />}
          {line && <span {...(isVerse && indentOf(line))}>{piecesOf(line)}</span>}
        </Fragment>
      ))}
    </p>
  );
}

/**
 * A single piece is the only child of its element, and not a list of one: then hydration accepts it also where a
 * phone has made a link of a number or a date in it.
 */
function piecesOf(line: string) {
  const pieces = line.match(PIECE);
  return pieces?.length === 1 ? line : pieces;
}

/** How a line of verse is indented, from the side on which its own script begins. */
function indentOf(line: string) {
  const blanks = [...(/^[ \t\u3000]*/.exec(line)?.[0] ?? '')];
  const wide = blanks.reduce((sum, blank) => sum + (WIDE[blank] ?? 1), 0);
  const steps = Math.min(Math.floor(wide / STEP), MAX_STEPS);
  return { dir: 'auto', 'data-hang': steps || (ITEM.test(line) ? 'item' : undefined) };
}
