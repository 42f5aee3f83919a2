import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { useCopy } from './use-copy.ts';

/** Where the letter that was just saved can be found. */
export function LinkDialog({ link, onClose }: { link: string; onClose(): void }) {
  const input = useRef<HTMLInputElement>(null);
  const { copied, copy } = useCopy();
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="portal__backdrop" forceRender />
        <Dialog.Popup className="note" initialFocus={input}>
          <Dialog.Title className="note__title">Here is the link to your letter!</Dialog.Title>
          <input
            className="field__input"
            ref={input}
            readOnly
            aria-label="Link to your letter"
            value={link}
            onFocus={(event) => event.target.select()}
          />
          <div className="note__actions">
            <Dialog.Close className="button">Cancel</Dialog.Close>
            <button className="button button--primary" type="button" onClick={() => copy(link)}>
              <span aria-live="polite">{copied === link ? 'Copied!' : 'Copy Link'}</span>
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
