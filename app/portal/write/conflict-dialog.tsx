import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useId, useRef } from 'react';
import { formatDate } from '#core/date.ts';
import type { StoredText } from '#core/letter.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useLanguage } from '../../use-language.ts';
import { type CloseReason, Note } from '../notes/note.tsx';
import type { Conflict } from './use-saving.ts';

/** Milliseconds within which nobody has read the question. */
const UNREAD_MS = 500;

interface ConflictDialogProps {
  /** Null while there is none. */
  conflict: Conflict | null;
  busy: boolean;
  onKeepMine(): void;
  onTakeTheirs(): void;
  onSendAsNew(): void;
  onGoOn(): void;
}

/** Somebody else saved first: shows their version and the words written here, and asks. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, busy, onKeepMine, onTakeTheirs, onSendAsNew, onGoOn } = props;
  const question = useRef<HTMLParagraphElement>(null);
  const shown = useLastShown(conflict);
  const theirs = shown?.theirs;
  /** By `performance.now()`. */
  const asked = useRef(0);
  useEffect(() => {
    if (conflict) asked.current = performance.now();
  }, [conflict]);

  /** It appears whenever the server answers: an Escape that was meant for what lay there before is no answer. */
  function close(why: CloseReason) {
    if (why === 'escape-key' && performance.now() - asked.current < UNREAD_MS) return;
    onGoOn();
  }

  return (
    <Note
      open={conflict !== null}
      title={theirs ? 'This letter was changed elsewhere' : 'This letter was deleted elsewhere'}
      className={theirs ? 'note conflict' : 'note'}
      busy={busy}
      beginning={theirs ? question : undefined}
      onClose={close}
    >
      <AlertDialog.Description className="conflict__question" ref={question} tabIndex={-1}>
        {theirs
          ? `It was changed while you were editing it. Your version has not been saved yet.${whereShown(theirs, shown.mine)}`
          : 'It was deleted while you were editing it. Your words are still here, and can be sent as a new letter.'}
      </AlertDialog.Description>
      {theirs && (
        <div className="conflict__letters">
          <Version heading="what is there now" letter={theirs} />
          <Version heading="what you wrote" letter={shown.mine} />
        </div>
      )}
      <div className="note__actions">
        <AlertDialog.Close className="button" disabled={busy}>
          Go on editing
        </AlertDialog.Close>
        {theirs && (
          <button className="button" type="button" disabled={busy} onClick={onTakeTheirs}>
            Take theirs
          </button>
        )}
        <button
          className="button button--primary"
          type="button"
          disabled={busy}
          onClick={theirs ? onKeepMine : onSendAsNew}
        >
          {theirs ? 'Keep mine' : 'Send as a new letter'}
        </button>
      </div>
    </Note>
  );
}

/** In words, since it is easily overlooked that a mark is missing: a letter hidden meanwhile would be public again. */
function whereShown(theirs: StoredText, mine: StoredText): string {
  if (theirs.hidden === mine.hidden) return '';
  return theirs.hidden
    ? ' It is hidden now, and yours is not.'
    : ' It is on the main page now, and yours is hidden.';
}

interface VersionProps {
  heading: string;
  letter: StoredText;
}

function Version({ heading, letter }: VersionProps) {
  const id = useId();
  const { title, date, content, signature, hidden } = letter;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="version" aria-labelledby={id} tabIndex={0}>
      <h3 className="version__heading" id={id}>
        {heading}
      </h3>
      <div lang={useLanguage(`${title}\n${content}`)}>
        <p className="version__title" dir="auto">
          {title}
        </p>
        <p className="version__date" lang="en">
          {/* Alone in its element, as in managed-letter.tsx. */}
          <span>{formatDate(date)}</span> {hidden && <span className="manage__hidden">hidden</span>}
        </p>
        <div className="version__content" dir="auto">
          {content}
        </div>
        <p className="version__signature">
          <bdi>{signature}</bdi>
        </p>
      </div>
    </section>
  );
}
