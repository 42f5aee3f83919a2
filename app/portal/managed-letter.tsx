import { formatDate } from '#core/date.ts';
import { languageOf } from '#core/language.ts';
import type { LetterJson } from '#core/letter.ts';
import { paperOf } from '../envelope/paper.ts';

interface ManagedLetterProps {
  letter: LetterJson;
  copied: boolean;
  onEdit(): void;
  onShare(): void;
  onDelete(): void;
}

export function ManagedLetter({ letter, copied, onEdit, onShare, onDelete }: ManagedLetterProps) {
  const named = (action: string) => `${action}: ${letter.title}`;
  return (
    <li className="manage__letter" data-paper={paperOf(letter.id)}>
      <svg className="manage__seal" viewBox="0 0 64 64" aria-hidden="true">
        <use href="#seal" />
      </svg>
      <div className="manage__words">
        <p className="manage__title" dir="auto" lang={languageOf(letter.title)}>
          {letter.title}
        </p>
        <p className="manage__date">
          {formatDate(letter.date)}
          {letter.hidden && <span className="manage__hidden">hidden</span>}
        </p>
      </div>
      <div className="manage__actions">
        <button className="button" type="button" aria-label={named('edit')} onClick={onEdit}>
          edit
        </button>
        <button
          className="button"
          type="button"
          aria-label={named(copied ? 'copied!' : 'share')}
          onClick={onShare}
        >
          <span aria-live="polite">{copied ? 'copied!' : 'share'}</span>
        </button>
        <button className="button" type="button" aria-label={named('delete')} onClick={onDelete}>
          delete
        </button>
      </div>
    </li>
  );
}
