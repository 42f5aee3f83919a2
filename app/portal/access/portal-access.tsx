import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { focusAfterAnnouncement } from '../notes/focus-after-announcement.ts';
import { PortalRefusal, unlock } from '../portal-api.ts';

/** Why the portal does not open, where its owner can be told; the words are the specification's. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof PortalRefusal)) return null;
  switch (error.code) {
    case 'password-empty':
    case 'password-wrong':
    case 'credentials-missing':
    case 'origin-foreign':
    case 'store-full':
    case 'store-damaged':
      return error.message;
    // No password is that long.
    case 'body-too-large':
      return 'Incorrect password';
    case 'guesses-too-many': {
      const minutes = Math.ceil((error.retryAfter ?? 60) / 60);
      return `Too many attempts. Please wait ${minutes} minute${minutes === 1 ? '' : 's'} and try again.`;
    }
    default:
      return null;
  }
}

interface PortalAccessProps {
  /** Why the password is asked for again, or empty. */
  notice: string;
  /** @param endLate ends the session, if it came too late */
  onUnlocked(endLate: () => void): void;
}

/** The first step: a password. */
export function PortalAccess({ notice, onUnlocked }: PortalAccessProps) {
  const [ownFault, setFault] = useState<string | null>(null);
  const fault = ownFault ?? notice;
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLParagraphElement>(null);
  const ids = { input: useId(), fault: useId() };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice asks for the password again
  useEffect(() => focusAfterAnnouncement(() => input.current), [notice]);

  // An on-screen keyboard may cover the message.
  useEffect(() => {
    if (ownFault) message.current?.scrollIntoView({ block: 'nearest' });
  }, [ownFault]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const password = input.current?.value ?? '';
    if (password === '') {
      setFault('Please enter a password');
      input.current?.focus();
      return;
    }
    setBusy(true);
    setFault('');
    try {
      onUnlocked(await unlock(password));
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) console.error('The portal could not be unlocked.', error);
      setFault(reason ?? 'Authentication error');
      setBusy(false);
      input.current?.select();
    }
  }

  return (
    <form className="access" noValidate onSubmit={submit}>
      <Dialog.Title className="portal__title">portal access</Dialog.Title>
      <label className="field" htmlFor={ids.input}>
        <span className="field__label">password</span>
        <input
          className="field__input"
          id={ids.input}
          ref={input}
          name="password"
          type="password"
          autoComplete="current-password"
          aria-describedby={ids.fault}
          // A notice, which asks for the password again, is no fault of the input.
          aria-invalid={ownFault ? true : undefined}
        />
      </label>
      {/* With the key it is inserted anew: of a changed alert, Orca says nothing in Firefox. */}
      <p className="fault" id={ids.fault} ref={message} role="alert" key={fault}>
        {fault}
      </p>
      <button className="button button--primary" type="submit" disabled={busy}>
        unlock
      </button>
    </form>
  );
}
