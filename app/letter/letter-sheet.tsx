import { formatDate } from '#core/date.ts';
import { languageOf } from '#core/language.ts';
import type { LetterJson } from '#core/letter.ts';
import { LetterLoading } from './letter-loading.tsx';
import './letter-sheet.css';

export type SheetLetter = Pick<LetterJson, 'id' | 'title' | 'date'> &
  Partial<Pick<LetterJson, 'content' | 'signature'>>;

/** As many characters of a letter as tell its language. */
const SAMPLE = 2000;

/** The words of a letter on its paper. A letter whose words are still on their way says so. */
export function LetterSheet({ letter, titleId }: { letter: SheetLetter; titleId: string }) {
  const words = [letter.title, letter.content, letter.signature].join('\n').slice(0, SAMPLE);
  return (
    <article className="sheet__letter" dir="auto" lang={languageOf(words)}>
      <div className="sheet__column">
        <svg className="sheet__seal" aria-hidden="true">
          <use href="#seal" />
        </svg>
        <h2 className="sheet__title" id={titleId}>
          {letter.title}
        </h2>
        <p className="sheet__date">
          <bdi>{formatDate(letter.date)}</bdi>
        </p>
        {letter.content === undefined ? (
          <LetterLoading />
        ) : (
          <>
            <div className="sheet__content" dir="auto">
              {letter.content}
            </div>
            <p className="sheet__signature">
              <bdi>{letter.signature}</bdi>
            </p>
          </>
        )}
      </div>
    </article>
  );
}
