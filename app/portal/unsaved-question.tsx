import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useRef, useState } from 'react';
import type { DraftState } from './draft-keeper.ts';

interface UnsavedQuestionProps {
  open: boolean;
  /** What has become of the words by now. */
  state: DraftState;
  consequence: string;
  /** What would throw the words away. */
  action: string;
  onStay(): void;
  onGo(): void;
}

/**
 * Asks before words are thrown away that could not be saved. Once they are saved after all, there is
 * nothing to ask, and what was asked about is done.
 */
export function UnsavedQuestion(props: UnsavedQuestionProps) {
  const { open, state, consequence, action, onStay, onGo } = props;
  const stay = useRef<HTMLButtonElement>(null);
  // It keeps its words while it goes away.
  const [why, setWhy] = useState('');
  const known = state.kind === 'unsaved' ? `: ${state.why}` : '';
  if (open && known !== why) setWhy(known);

  const needless = open && state.kind === 'saved';
  useEffect(() => {
    if (needless) onGo();
  }, [needless, onGo]);

  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onStay()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="portal__backdrop" forceRender />
        <AlertDialog.Popup className="note" initialFocus={stay}>
          <AlertDialog.Title className="note__title">Your letter is not saved</AlertDialog.Title>
          <AlertDialog.Description>
            It is not kept as a draft yet{why}. {consequence}
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
