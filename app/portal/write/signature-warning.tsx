import { AlertDialog } from '@base-ui/react/alert-dialog';
import { TEXTS } from '#core/letter.ts';
import { Note } from '../notes/note.tsx';

export function SignatureWarning({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Note open={open} title="Signature Warning" onClose={onClose}>
      <AlertDialog.Description render={<div className="note__words" />}>
        <p>{TEXTS.signature}</p>
        <p>{TEXTS.signatureAdvice}</p>
      </AlertDialog.Description>
      <div className="note__actions">
        <AlertDialog.Close className="button button--primary">OK</AlertDialog.Close>
      </div>
    </Note>
  );
}
