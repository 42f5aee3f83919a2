import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { Note } from './note.tsx';

interface ConfirmDialogProps {
  open: boolean;
  question: string;
  /** What it is about, on a line of its own. */
  subject?: string | undefined;
  /** Why the action failed. */
  trouble?: string;
  /** The action is running, and can be neither repeated nor cancelled. */
  busy: boolean;
  /** Where the focus goes when the dialog closes (`finalFocus` of Base UI), if not back to where it was. */
  returnTo?: () => HTMLElement | boolean | null;
  onCancel(): void;
  onConfirm(): void;
}

export function ConfirmDialog({
  open,
  question,
  subject,
  trouble,
  busy,
  returnTo,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) {
  const shown = useLastShown(open ? (subject ?? '') : null);
  return (
    <Note open={open} title="Confirm Action" busy={busy} finalFocus={returnTo} onClose={onCancel}>
      <AlertDialog.Description>{question}</AlertDialog.Description>
      {shown && (
        <p className="note__subject" dir="auto">
          {shown}
        </p>
      )}
      {trouble && (
        <p className="fault" role="alert">
          {trouble}
        </p>
      )}
      <div className="note__actions">
        <AlertDialog.Close className="button" disabled={busy}>
          Cancel
        </AlertDialog.Close>
        <button
          className="button button--primary"
          type="button"
          disabled={busy}
          onClick={onConfirm}
        >
          Confirm
        </button>
      </div>
    </Note>
  );
}
