import type { DraftState } from './draft-keeper.ts';

interface DraftStatusProps {
  state: DraftState;
  /** The letter is being sent, or was sent. */
  isSent: boolean;
}

/** Whether what stands in the form is kept. It never says so before the server did. */
export function DraftStatus({ state, isSent }: DraftStatusProps) {
  return (
    <p className="write__status" aria-live="polite">
      {words(state, isSent)}
    </p>
  );
}

function words(state: DraftState, isSent: boolean) {
  switch (state.kind) {
    case 'none':
      return '';
    case 'saving':
      // At every pause in typing: for screen readers it is enough to say what has come of it.
      return <span aria-hidden="true">saving…</span>;
    case 'saved':
      // The draft is saved once more before it is sent: a screen reader would say so after the letter's link.
      return isSent ? <span aria-hidden="true">draft saved</span> : 'draft saved';
    case 'unsaved':
      return `draft not saved: ${state.why}`;
  }
}
