import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState } from 'react';
import type { DraftJson } from '#core/draft.ts';
import { useLastShown } from '../ui/use-last-shown.ts';
import { useLanguage } from '../use-language.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Note } from './note.tsx';

/** How many characters are enough to recognise a letter by. */
const BEGINNING = 300;
const A_MOMENT_MS = 60_000;

interface RestoreDialogProps {
  /** Null while there is none to offer. */
  draft: DraftJson | null;
  /** How many there are besides. */
  others: number;
  trouble: string;
  /** Where the focus goes when nothing more is offered; false for nowhere. */
  finalFocus(): HTMLElement | false;
  onRestore(draft: DraftJson): void;
  onDiscard(draft: DraftJson): Promise<void>;
  onLater(): void;
}

/** Offers what was written and not sent; it can also wait. Asks once more before it is thrown away. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { draft, others, trouble, finalFocus, onRestore, onDiscard, onLater } = props;
  const [busy, setBusy] = useState(false);
  /** The draft whose deletion is to be confirmed. */
  const [toDiscard, setToDiscard] = useState<DraftJson | null>(null);
  const restore = useRef<HTMLButtonElement>(null);
  const discarding = useRef<HTMLButtonElement>(null);
  const shown = useLastShown(draft);

  async function discard() {
    // A question that is fading can still be pressed, and the next draft is offered by then.
    if (!toDiscard) return;
    setBusy(true);
    await onDiscard(toDiscard);
    setBusy(false);
    setToDiscard(null);
  }

  return (
    <Note
      open={draft !== null}
      title="Restore your unsent letter?"
      initialFocus={restore}
      finalFocus={finalFocus}
      onClose={() => !busy && onLater()}
    >
      {shown && <Unsent draft={shown} others={others} />}
      <p className="fault" role="alert">
        {trouble}
      </p>
      <div className="note__actions unsent__actions">
        <AlertDialog.Close className="button unsent__later">Later</AlertDialog.Close>
        <button
          className="button"
          type="button"
          ref={discarding}
          onClick={() => setToDiscard(draft)}
        >
          Discard
        </button>
        <button
          className="button button--primary"
          type="button"
          ref={restore}
          onClick={() => draft && onRestore(draft)}
        >
          Restore
        </button>
      </div>
      <ConfirmDialog
        open={toDiscard !== null && toDiscard === draft}
        question="Are you sure you want to discard this draft? You cannot get these words back."
        subject={toDiscard ? nameOf(toDiscard) : undefined}
        busy={busy}
        // If both dialogs close at once, this one would return the focus to behind the portal.
        returnTo={() => discarding.current ?? finalFocus()}
        onCancel={() => setToDiscard(null)}
        onConfirm={discard}
      />
    </Note>
  );
}

function Unsent({ draft, others }: { draft: DraftJson; others: number }) {
  const { title, content, editing, savedAt } = draft;
  const beginning = content.trim().slice(0, BEGINNING);
  const what = editing ? 'Edit of a sent letter, saved' : 'Saved';
  return (
    <>
      <div className="unsent" lang={useLanguage(`${title}\n${beginning}`)}>
        <p className="unsent__title" dir="auto">
          {nameOf(draft)}
        </p>
        {beginning && (
          <p className="unsent__words" dir="auto">
            {beginning}
          </p>
        )}
      </div>
      <AlertDialog.Description className="unsent__saved">
        {what} <time dateTime={savedAt}>{when(savedAt)}</time>
        {isRecent(savedAt) && ', a moment ago. It may still be open elsewhere'}.
        {others > 0 && ` ${others} more ${others === 1 ? 'draft is' : 'drafts are'} waiting.`}
      </AlertDialog.Description>
    </>
  );
}

function nameOf({ title }: DraftJson): string {
  return title.trim() || 'Untitled';
}

function when(savedAt: string): string {
  return new Date(savedAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}

/** This device's clock and the site's need not agree. */
function isRecent(savedAt: string): boolean {
  return Math.abs(Date.now() - Date.parse(savedAt)) < A_MOMENT_MS;
}
