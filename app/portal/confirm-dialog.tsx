import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useRef, useState } from 'react';

interface ConfirmDialogProps {
  open: boolean;
  question: string;
  /** What it is about, on a line of its own. */
  subject?: string | undefined;
  /** What has kept it from being done. */
  trouble?: string;
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
  trouble,
  busy,
  returnTo,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // It keeps its words while it goes away.
  const [shown, setShown] = useState(subject);
  if (open && subject !== shown) setShown(subject);
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
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
