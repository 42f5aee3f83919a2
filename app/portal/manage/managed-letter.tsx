import { memo, useId } from 'react';
import { formatDate } from '#core/date.ts';
import type { LetterJson } from '#core/letter.ts';
import { paperOf } from '../../envelope/paper.ts';
import { useLanguage } from '../../use-language.ts';

/** What can be done with a letter. `code` shows its link, also as a QR code. */
export type Act = (what: 'edit' | 'share' | 'delete' | 'code', letter: LetterJson) => void;

interface ManagedLetterProps {
  letter: LetterJson;
  copied: boolean;
  /** Always the same function, so that thousands of memoized rows do not render again. */
  onAct: Act;
}

export const ManagedLetter = memo(function ManagedLetter(props: ManagedLetterProps) {
  const { letter, copied, onAct } = props;
  // Titles may be alike; whoever goes from button to button hears here which letter it is, and whether it is hidden.
  const dateId = useId();
  const named = (action: string) => `${action}: ${letter.title}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list may have parts only where it is none of HTML's
    <div
      className="manage__letter"
      role="listitem"
      data-managed={letter.id}
      data-paper={paperOf(letter.id)}
    >
      <svg className="manage__seal" viewBox="0 0 64 64" aria-hidden="true">
        <use href="#seal" />
      </svg>
      <div className="manage__words">
        <p className="manage__title" dir="auto" lang={useLanguage(letter.title)}>
          {letter.title}
        </p>
        <p className="manage__date" id={dateId}>
          {/* Alone in its element: changed where a translator had replaced it, it would stay as it was. */}
          <span>{formatDate(letter.date)}</span>{' '}
          {letter.hidden && <span className="manage__hidden">hidden</span>}
        </p>
      </div>
      <div className="manage__actions">
        <button
          className="button"
          type="button"
          aria-label={named('edit')}
          aria-describedby={dateId}
          onClick={() => onAct('edit', letter)}
        >
          edit
        </button>
        <button
          className="button"
          type="button"
          aria-label={named(copied ? 'copied!' : 'share')}
          onClick={() => onAct('share', letter)}
        >
          {copied ? 'copied!' : 'share'}
        </button>
        <button
          className="button manage__delete"
          type="button"
          aria-label={named('delete')}
          aria-describedby={dateId}
          onClick={() => onAct('delete', letter)}
        >
          delete
        </button>
        <button
          className="button manage__code"
          type="button"
          aria-label={named('QR code')}
          title="QR code"
          onClick={() => onAct('code', letter)}
        >
          <svg className="manage__code-icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM16 16h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2zM6.5 6.5h1v1h-1zM16.5 6.5h1v1h-1zM6.5 16.5h1v1h-1z" />
          </svg>
        </button>
      </div>
    </div>
  );
});
