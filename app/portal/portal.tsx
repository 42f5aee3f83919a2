import { Dialog } from '@base-ui/react/dialog';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CloseIcon } from '../ui/close-icon.tsx';
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

const endSession = () =>
  lock().catch((error) => console.error('The portal could not be locked.', error));

/**
 * The owner's room. Closing it locks it again and clears the form. When the session ends while a
 * letter is being written, the password is asked for again and the words are kept.
 */
export default function Portal({ onChanged, onClose }: PortalProps) {
  const [unlocked, setUnlocked] = useState(false);
  const [notice, setNotice] = useState('');
  const form = useLetterForm();
  const closed = useRef(false);

  const lockAgain = useCallback((why = 'The portal was locked in the meantime.') => {
    setNotice(why);
    setUnlocked(false);
  }, []);

  function close() {
    closed.current = true;
    if (unlocked) endSession();
    onClose();
  }

  function unlock() {
    // The answer came after the portal was closed: the session that it brought must not stay.
    if (closed.current) endSession();
    else setUnlocked(true);
  }

  // A page that goes away closes the portal as surely as its button does. It may be shown again as
  // it was, by Back: then locked.
  useEffect(() => {
    if (!unlocked) return;
    const leave = () => {
      endSession();
      setUnlocked(false);
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
            <PortalAccess notice={notice} onUnlocked={unlock} />
          )}
          <Dialog.Close className="portal__close" aria-label="Close portal">
            <CloseIcon />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
