import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useRef } from 'react';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { DraftState } from '../drafts/draft-keeper.ts';
import { Note } from '../notes/note.tsx';

interface UnsavedQuestionProps {
  open: boolean;
  /** The current state of the words. */
  state: DraftState;
  consequence: string;
  /** The label of the button that throws the words away. */
  action: string;
  onStay(): void;
  onGo(): void;
}

/**
 * Asks before words are thrown away that could not be saved. Once they are saved after all, it goes on
 * without an answer.
 */
export function UnsavedQuestion(props: UnsavedQuestionProps) {
  const { open, state, consequence, action, onStay, onGo } = props;
  const stay = useRef<HTMLButtonElement>(null);
  const known = state.kind === 'unsaved' ? `: ${state.why}` : '';
  const why = useLastShown(open ? known : null);

  const needless = open && state.kind === 'saved';
  useEffect(() => {
    if (needless) onGo();
  }, [needless, onGo]);

  return (
    <Note open={open} title="Your letter is not saved" initialFocus={stay} onClose={onStay}>
      <AlertDialog.Description>
        {`It is not kept as a draft yet${why}. ${consequence}`}
      </AlertDialog.Description>
      <div className="note__actions">
        <button className="button" type="button" onClick={onGo}>
          {action}
        </button>
        <AlertDialog.Close className="button button--primary" ref={stay}>
          Keep writing
        </AlertDialog.Close>
      </div>
    </Note>
  );
}
