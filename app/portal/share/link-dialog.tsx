import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useId, useRef } from 'react';
import type { LetterHeading } from '#core/letter.ts';
import { letterUrl } from '#core/letter-urls.ts';
import { isLoopback } from '#core/loopback.ts';
import { useSite } from '../../use-site.ts';
import { Backdrop } from '../notes/backdrop.tsx';
import { focusAfterAnnouncement } from '../notes/focus-after-announcement.ts';
import { QrCode } from './qr-code.tsx';
import { SentEnvelope } from './sent-envelope.tsx';
import { canShare, shareLink } from './share-link.ts';
import { useCopy } from './use-copy.ts';

interface LinkDialogProps {
  letter: LetterHeading;
  /** Whether the letter has just been sent for the first time. */
  isNew?: boolean;
  onClose(): void;
}

/** A letter's link, and the ways to share it. */
export function LinkDialog({ letter, isNew = false, onClose }: LinkDialogProps) {
  const link = letterUrl(useSite().url, letter.id);
  const hereAlone = isLoopback(new URL(link).hostname);
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => focusAfterAnnouncement(() => input.current), []);
  const reach = useId();
  const { copied, copy } = useCopy();

  /** A link that could not be copied is selected, to be copied by hand. */
  async function copyLink() {
    if (!(await copy(link))) input.current?.focus();
  }

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Backdrop />
        <Dialog.Popup
          className="note link"
          ref={popup}
          initialFocus={popup}
          // Where the portal was closed together with it, that gives the focus back.
          finalFocus={() => document.querySelector('.portal') !== null}
        >
          <SentEnvelope letter={letter} isNew={isNew} />
          <Dialog.Title className="note__title">Here is the link to your letter!</Dialog.Title>
          <input
            className="field__input"
            ref={input}
            readOnly
            aria-label="Link to your letter"
            aria-describedby={hereAlone ? reach : undefined}
            value={link}
            onFocus={({ target }) => selectFromStart(target)}
          />
          {hereAlone && (
            <p className="field__note link__reach" id={reach}>
              This link opens only on this computer. Give the site an address (SITE_URL) before you
              share it.
            </p>
          )}
          <div className="note__actions">
            <Dialog.Close className="button">Cancel</Dialog.Close>
            {canShare(link) && (
              <button className="button" type="button" onClick={() => shareLink(link)}>
                Share
              </button>
            )}
            <button className="button button--primary" type="button" onClick={copyLink}>
              {copied === link ? 'Copied!' : 'Copy Link'}
            </button>
          </div>
          {/* Not in the button, whose usual name would be announced as well, two seconds later. */}
          <p className="visually-hidden" aria-live="polite">
            {copied === link && 'Link copied.'}
          </p>
          <QrCode letter={letter} forPaper={!hereAlone} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Selects all of it and scrolls to its beginning; by default a field shows its end. */
function selectFromStart(field: HTMLInputElement): void {
  field.setSelectionRange(0, field.value.length, 'backward');
  field.scrollLeft = 0;
}
