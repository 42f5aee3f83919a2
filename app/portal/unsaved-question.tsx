import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';

interface UnsavedQuestionProps {
  open: boolean;
  /** Why it cannot be saved. */
  why: string;
  consequence: string;
  /** What would throw the words away. */
  action: string;
  onStay(): void;
  onGo(): void;
}

/** Asks before words are thrown away that could not be saved. */
export function UnsavedQuestion(props: UnsavedQuestionProps) {
  const { open, why, consequence, action, onStay, onGo } = props;
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onStay()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="portal__backdrop" forceRender />
        <AlertDialog.Popup className="note" initialFocus={stay}>
          <AlertDialog.Title className="note__title">Your letter is not saved</AlertDialog.Title>
          <AlertDialog.Description>
            It could not be kept as a draft{why && `: ${why}`}. {consequence}
          </AlertDialog.Description>
          <div className="note__actions">
            <button className="button" type="button" onClick={onGo}>
              {action}
            </button>
            <AlertDialog.Close className="button button--primary" ref={stay}>
              Keep writing
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
