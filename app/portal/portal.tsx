import { Dialog } from '@base-ui/react/dialog';
import { useCallback, useEffect, useState } from 'react';
import { AdminView } from './admin-view.tsx';
import { PortalAccess } from './portal-access.tsx';
import { lock } from './portal-api.ts';
import { useLetterForm } from './use-letter-form.ts';
import './letter-fields.css';
import './portal.css';

export interface PortalProps {
  /** Letters were changed: whoever lists them should look again. */
  onChanged(): void;
  onClose(): void;
}

/**
 * The owner's room. Closing it locks it again and clears the form. When the session ends while a
 * letter is being written, the password is asked for again and the words are kept.
 */
export default function Portal({ onChanged, onClose }: PortalProps) {
  const [unlocked, setUnlocked] = useState(false);
  const form = useLetterForm();
  const lockAgain = useCallback(() => setUnlocked(false), []);

  const close = () => {
    if (unlocked) lock().catch((error) => console.error('The portal could not be locked.', error));
    onClose();
  };

  // A page that goes away closes the portal as surely as its button does.
  useEffect(() => {
    if (!unlocked) return;
    const leave = () => {
      lock().catch(() => {});
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [unlocked]);

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="portal__backdrop" />
        <Dialog.Popup className={`portal ${unlocked ? 'portal--wide' : ''}`}>
          {unlocked ? (
            <AdminView form={form} onChanged={onChanged} onLocked={lockAgain} onDone={close} />
          ) : (
            <PortalAccess onUnlocked={() => setUnlocked(true)} />
          )}
          <Dialog.Close className="portal__close" aria-label="Close portal">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
