import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useRef } from 'react';

interface ConfirmDialogProps {
  open: boolean;
  question: string;
  /** What it is about, on a line of its own. */
  subject?: string | undefined;
  /** The action is running: it can be neither repeated nor called off. */
  busy: boolean;
  /** Where the focus goes afterwards, if not to where it came from, or to what has taken it by then. */
  returnTo?: () => HTMLElement | true | null;
  onCancel(): void;
  onConfirm(): void;
}

export function ConfirmDialog({
  open,
  question,
  subject,
  busy,
  returnTo,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // The button that was pressed cannot keep the focus while it is disabled.
  useEffect(() => {
    if (busy) popup.current?.focus();
  }, [busy]);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="portal__backdrop" forceRender />
        <AlertDialog.Popup className="note" ref={popup} finalFocus={returnTo}>
          <AlertDialog.Title className="note__title">Confirm Action</AlertDialog.Title>
          <AlertDialog.Description>{question}</AlertDialog.Description>
          {subject && (
            <p className="note__subject" dir="auto">
              {subject}
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
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
