import { AlertDialog } from '@base-ui/react/alert-dialog';
import { TEXTS } from '#core/letter.ts';

export function SignatureWarning({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="portal__backdrop" forceRender />
        <AlertDialog.Popup className="note">
          <AlertDialog.Title className="note__title">Signature Warning</AlertDialog.Title>
          <AlertDialog.Description render={<div className="note__words" />}>
            <p>{TEXTS.signature}</p>
            <p>{TEXTS.signatureAdvice}</p>
          </AlertDialog.Description>
          <div className="note__actions">
            <AlertDialog.Close className="button button--primary">OK</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
