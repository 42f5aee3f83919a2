import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CloseIcon } from '../ui/close-icon.tsx';
import { emitLocked, onLocked } from './access/lock-events.ts';
import { PortalAccess } from './access/portal-access.tsx';
import { useLockStream } from './access/use-lock-stream.ts';
import { AdminView, type PortalTab } from './admin-view.tsx';
import { useDraft } from './drafts/use-draft.ts';
import { fadeOut } from './fade-out.ts';
import { Backdrop } from './notes/backdrop.tsx';
import { focusAfterAnnouncement } from './notes/focus-after-announcement.ts';
import { giveUpReading, isSessionOver, lock } from './portal-api.ts';
import { useCloseWatcher } from './use-close-watcher.ts';
import { UnsavedQuestion } from './write/unsaved-question.tsx';
import { useLetterForm } from './write/use-letter-form.ts';
import { useSaving } from './write/use-saving.ts';
import { useSettling } from './write/use-settling.ts';
import './portal-styles.ts';

export interface PortalProps {
  /** Letters were changed: whoever lists them should look again. */
  onChanged(): void;
  onClose(): void;
}

const LOCKED = 'The portal was locked in the meantime.';
/** For a session that is over as soon as it has begun. */
const NO_COOKIE =
  'This browser does not keep this site’s cookie, which the portal needs. Please allow it, and try again.';

/** The button that leads to the portal, its own or the menu's: the one that the window's width shows now. */
function wayIn(): HTMLElement | undefined {
  const ways = document.querySelectorAll<HTMLElement>('.header__portal, .side-menu__button');
  return Array.from(ways).find((way) => way.getClientRects().length > 0);
}

/**
 * The owner's room. Closing it locks it again and clears the form, once what was written is kept as
 * a draft. When the session ends while a letter is being written, the password is asked for again
 * and the words stay.
 */
export default function Portal({ onChanged, onClose }: PortalProps) {
  const [unlocked, setUnlocked] = useState(false);
  /** Why the password is asked for again, or empty where no reason was given; null while it is not. */
  const [locked, setLocked] = useState<string | null>(null);
  /** Whether the owner is asked about words that could not be saved before closing. */
  const [stuck, setStuck] = useState(false);
  const form = useLetterForm();
  // Here, so that a portal that was locked is found as it was left.
  const [tab, setTab] = useState<PortalTab>('write');
  /** The words that the list is searched for. */
  const [sought, setSought] = useState('');
  /** True once the portal was closed, for answers that come later. */
  const closed = useRef(false);
  const popup = useRef<HTMLDivElement>(null);

  const { keeper, state } = useDraft(form.draft, unlocked);
  const { isSlow, settle } = useSettling(keeper);
  const saving = useSaving({ form, keeper, onChanged });
  useLockStream(unlocked);
  useCloseWatcher();
  useEffect(
    () =>
      onLocked((why = '') => {
        // Several sources may announce the same lock, and only some of them say why.
        setLocked((known) => why || known || '');
        setUnlocked(false);
        // An input method at work in a field that goes away does not report its end, and Base UI would wait for that
        // before it heeds Escape again.
        document.dispatchEvent(new Event('compositionend'));
      }),
    [],
  );

  function notice(): string {
    if (locked !== '') return locked ?? '';
    if (saving.saved) return `${LOCKED} Your letter was saved: unlock the portal to see its link.`;
    return form.draft ? `${LOCKED} What you wrote is still here.` : LOCKED;
  }

  async function close() {
    if (await settle()) leave();
    else setStuck(true);
  }

  function leave() {
    if (closed.current) return;
    closed.current = true;
    // Nothing is saved from now on: what is typed while it fades, which takes a slow device longer, would be lost.
    if (popup.current) popup.current.inert = true;
    fadeOut(() => {
      // Unmounts the portal first, and with it the lock stream, which would report the end of the session.
      flushSync(onClose);
      giveUpReading();
      if (unlocked) lock();
    });
  }

  function unlock(endLate: () => void) {
    // The answer came after the portal was closed: the session that it brought must not stay.
    if (closed.current) return endLate();
    // Synchronously: a portal that is closed before it has rendered must be locked, too.
    flushSync(() => {
      setLocked(null);
      setUnlocked(true);
    });
    void isSessionOver().then((over) => over && emitLocked(NO_COOKIE));
  }

  // Leaving the page locks the portal, as closing it does. If Back restores the page from the bfcache, the
  // portal asks for the password.
  useEffect(() => {
    if (!unlocked) return;
    const pageGoes = () => {
      if (!keeper.leave()) lock();
      setUnlocked(false);
    };
    // Dispatched by entry.client.tsx.
    const fault = ({ detail }: WindowEventMap['fault']) =>
      // Locking outlives the page: an answer that never comes must not keep the page invisible.
      detail.waitUntil(keeper.settle().finally(lock));
    window.addEventListener('pagehide', pageGoes);
    window.addEventListener('fault', fault);
    return () => {
      window.removeEventListener('pagehide', pageGoes);
      window.removeEventListener('fault', fault);
    };
  }, [unlocked, keeper]);

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Backdrop />
        <Dialog.Popup
          className={`portal ${unlocked ? 'portal--wide' : ''}`}
          data-waiting={isSlow || undefined}
          ref={popup}
          initialFocus={popup}
          // With the focus at once, Orca announces nothing in Chromium.
          finalFocus={() => {
            focusAfterAnnouncement(wayIn);
            return false;
          }}
        >
          <p className="visually-hidden" aria-live="polite">
            {isSlow && 'One moment...'}
          </p>
          {unlocked ? (
            <AdminView
              form={form}
              keeper={keeper}
              settle={settle}
              draftState={state}
              saving={saving}
              tab={tab}
              onTab={setTab}
              sought={sought}
              onSeek={setSought}
              onChanged={onChanged}
              onDone={close}
            />
          ) : (
            <PortalAccess notice={notice()} onUnlocked={unlock} />
          )}
          <Dialog.Close className="portal__close" aria-label="Close portal">
            <CloseIcon />
          </Dialog.Close>
          <UnsavedQuestion
            open={stuck}
            state={state}
            consequence="If you close the portal now, your latest changes will be lost."
            action="Close anyway"
            onStay={() => {
              setStuck(false);
              // Whoever closed its link to close the portal goes back to what they have written since.
              saving.forgetSaved();
            }}
            onGo={leave}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
