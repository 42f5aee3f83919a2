import type { DraftState } from './draft-keeper.ts';

/** Whether what stands in the form is kept. It never says so before the server did. */
export function DraftStatus({ state }: { state: DraftState }) {
  return (
    <p className="write__status" aria-live="polite">
      {words(state)}
    </p>
  );
}

function words(state: DraftState) {
  switch (state.kind) {
    case 'none':
      return '';
    case 'saving':
      // At every pause in typing: for screen readers it is enough to say what has come of it.
      return <span aria-hidden="true">saving…</span>;
    case 'saved':
      return 'draft saved';
    case 'unsaved':
      return `draft not saved: ${state.why}`;
  }
}
