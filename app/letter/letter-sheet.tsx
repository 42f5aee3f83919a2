import type { ReactNode } from 'react';
import { formatDate } from '#core/date.ts';
import { directionOf, languageOf } from '#core/language.ts';
import type { LetterJson } from '#core/letter.ts';
import { useLanguage } from '../use-language.ts';
import { LetterLoading } from './letter-loading.tsx';
import { LetterText } from './letter-text.tsx';
import './letter-sheet.css';

export type SheetLetter = Pick<LetterJson, 'id' | 'title' | 'date'> &
  Partial<Pick<LetterJson, 'content' | 'signature'>>;

/** Characters of a title that takes more than three lines of a phone. */
const LONG = 70;

/**
 * Latin letters that the handwriting font lacks, as of Vietnamese, Hausa, Yoruba and Skolt Sámi. Within a name,
 * they would stand out of it.
 */
const NOT_IN_HAND = /(?![ƏƒǄ-ǌǔǥǧǩ-ǫǯǱ-ǵǺ-țȟȷəʒḌḍḤḥṄṅṚṛṢṣṬṭẀ-ẅẒẓỲỳỸỹ])[\u0180-\u02af\u1e00-\u1eff]/;

/** The handwriting font has no script from which a language is guessed, either; its fallback looks heavier. */
export const isTyped = (signature: string) =>
  NOT_IN_HAND.test(signature) || languageOf(signature, null) !== undefined;

interface LetterSheetProps {
  letter: SheetLetter;
  titleId: string;
  /** Whether the letter was hidden or deleted meanwhile; undefined where no live stream would tell. */
  withdrawn?: boolean | undefined;
  /** The content of its foot. */
  children?: ReactNode;
}

/**
 * A letter's words on its paper, or a note that they are loading. Reading views look for the article by the names
 * of classes, too: `text` is in favour of these words, and `page` would be for the envelope (letter.tsx). Of a
 * letter whose paragraphs are all shorter than 25 characters they see only its section.
 */
export function LetterSheet({ letter, titleId, withdrawn, children }: LetterSheetProps) {
  const words = [letter.title, letter.content, letter.signature].join('\n');
  const language = useLanguage(words);
  const signature = letter.signature ?? '';
  const signatureLanguage = useLanguage(signature) ?? 'en';
  const long = letter.title.length > LONG ? ' sheet__title--long' : '';
  const typed = isTyped(signature) ? ' sheet__signature--typed' : '';
  return (
    <article className="sheet__letter" dir={directionOf(words)} lang={language}>
      <section className="sheet__text">
        <svg className="sheet__seal" aria-hidden="true">
          <use href="#seal" />
        </svg>
        <h2 className={`sheet__title${long}`} id={titleId} tabIndex={-1}>
          {letter.title}
        </h2>
        <p className="sheet__date" lang="en">
          <bdi>{formatDate(letter.date)}</bdi>
        </p>
        {letter.content === undefined ? (
          <LetterLoading />
        ) : (
          <>
            {/* Of a longer letter, reading views keep nothing around this. */}
            <div className="sheet__content" dir={directionOf(letter.content)} lang={language}>
              <LetterText text={letter.content} />
            </div>
            <p className={`sheet__signature${typed}`} lang={signatureLanguage}>
              <bdi>{signature}</bdi>
            </p>
            {withdrawn !== undefined && (
              <p className="sheet__withdrawn" aria-live="polite" dir="ltr" lang="en">
                {withdrawn && 'This letter has been taken back. It is here until you close it.'}
              </p>
            )}
          </>
        )}
        {children}
      </section>
    </article>
  );
}
