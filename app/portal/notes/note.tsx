import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ignoreSecondPresses } from '../../ui/double-press.ts';
import { Backdrop } from './backdrop.tsx';
import { focusAfterAnnouncement } from './focus-after-announcement.ts';
import { moveAside } from './move-aside.ts';

/** Why a note is to be closed. */
export type CloseReason = AlertDialog.Root.ChangeEventReason;

interface NoteProps {
  open: boolean;
  title: string;
  className?: string;
  /** An action of the note is running: until it has ended, the note cannot be closed. */
  busy?: boolean;
  /** What gets the focus once the note is announced, if not the first button. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where a note begins that is too long to be announced whole: gets the focus at once, and `initialFocus` none. */
  beginning?: RefObject<HTMLElement | null> | undefined;
  finalFocus?: AlertDialog.Popup.Props['finalFocus'];
  onClose(why: CloseReason): void;
  children: ReactNode;
}

/** Milliseconds after which it is also shown that an action runs: most have ended by then. */
const SLOW_MS = 400;

/** A sheet of paper over the portal, with a question or a warning that must be answered first. */
export function Note(props: NoteProps) {
  const { open, title, className = 'note', busy = false, onClose, children } = props;
  /** The popup, or the one that was open last: it is asked for when that is gone already. */
  const popup = useRef<HTMLDivElement>(null);
  const { initialFocus: first, beginning } = props;
  useEffect(() => {
    if (!open || beginning) return;
    return focusAfterAnnouncement(() => first?.current ?? popup.current?.querySelector('button'));
  }, [open, first, beginning]);

  // The button that was pressed cannot keep the focus while it is disabled. On the note itself, a screen reader
  // would ask the question once more.
  const waiting = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (busy) waiting.current?.focus();
    // The answer was another question.
    else if (open && waiting.current === document.activeElement)
      ((beginning ?? first)?.current ?? popup.current?.querySelector('button'))?.focus();
  }, [open, busy, first, beginning]);

  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return setSlow(false);
    const timer = setTimeout(setSlow, SLOW_MS, true);
    return () => clearTimeout(timer);
  }, [busy]);

  /** The last press anywhere: if the note was opened by one, this is it. */
  const press = useRef<MouseEvent>(null);
  useEffect(() => {
    const pressed = (event: MouseEvent) => {
      press.current = event;
    };
    window.addEventListener('click', pressed, true);
    return () => window.removeEventListener('click', pressed, true);
  }, []);
  /** The note, if it is too high to be moved from under the press. */
  const stuck = useRef<HTMLDivElement>(null);
  const appeared = useCallback((element: HTMLDivElement) => {
    popup.current = element;
    rememberFocus(element);
    if (press.current && !moveAside(element, press.current)) stuck.current = element;
    return () => {
      stuck.current = null;
    };
  }, []);
  useEffect(
    () =>
      ignoreSecondPresses((from) => {
        const { current } = stuck;
        // Two presses on its words select one of them.
        return current?.contains(from) ? current.querySelector('.note__actions') : current;
      }),
    [],
  );

  // Where it was moved to may be out of sight on a phone that is turned; no second press comes then.
  useEffect(() => {
    const resized = () => popup.current?.style.removeProperty('inset');
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, []);

  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, { reason }) => !next && !busy && onClose(reason)}
    >
      <AlertDialog.Portal>
        <Backdrop />
        <AlertDialog.Popup
          className={className}
          ref={appeared}
          initialFocus={beginning ?? popup}
          finalFocus={props.finalFocus ?? (() => focusAfter(popup.current))}
        >
          <AlertDialog.Title className="note__title">{title}</AlertDialog.Title>
          <p className={isSlow ? 'note__waiting' : 'visually-hidden'} ref={waiting} tabIndex={-1}>
            {busy && 'One moment...'}
          </p>
          {children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** What had the focus before each note opened: of one that follows another, what had it before that one. */
const focusedBefore = new WeakMap<Element, Element | null>();

function rememberFocus(note: HTMLElement): void {
  const at = document.activeElement;
  const former = at?.closest('.note');
  focusedBefore.set(note, (former ? focusedBefore.get(former) : at) ?? null);
}

/**
 * Where the focus goes when a note is closed (`finalFocus` of Base UI). What had it may be gone, if the portal was
 * locked since: by default Base UI would go back to the button that opened the portal, behind it.
 * @returns false where something else has taken the focus already, or the portal is gone, which gives it back itself
 */
function focusAfter(note: HTMLElement | null): HTMLElement | boolean {
  const at = document.activeElement;
  if (at && at !== document.body && !note?.contains(at)) return false;
  const before = note && focusedBefore.get(note);
  if (before?.isConnected && before !== document.body) return true;
  return document.querySelector<HTMLElement>('.portal') ?? false;
}
