import { formatDate } from '#core/date.ts';
import type { LetterJson } from '#core/letter.ts';
import './letter-sheet.css';

export type SheetLetter = Pick<LetterJson, 'id' | 'title' | 'date'> &
  Partial<Pick<LetterJson, 'content' | 'signature'>>;

/** The words of a letter on its paper. A letter whose words are still on their way says so. */
export function LetterSheet({ letter, titleId }: { letter: SheetLetter; titleId: string }) {
  return (
    <article className="sheet__letter" dir="auto">
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
          <p className="sheet__loading" role="status">
            Loading letter...
          </p>
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
