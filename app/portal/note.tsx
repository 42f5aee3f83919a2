import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { ignoreSecondPresses } from '../ui/double-press.ts';
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
  /** What gets the focus, if not the first button. */
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: AlertDialog.Popup.Props['finalFocus'];
  onClose(why: CloseReason): void;
  children: ReactNode;
}

/** A sheet of paper over the portal, with a question or a warning that must be answered first. */
export function Note(props: NoteProps) {
  const { open, title, className = 'note', busy = false, onClose, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  const { initialFocus: first } = props;
  useEffect(() => {
    if (!open) return;
    return focusAfterAnnouncement(() => first?.current ?? popup.current?.querySelector('button'));
  }, [open, first]);

  // The button that was pressed cannot keep the focus while it is disabled. On the note itself, a screen reader
  // would ask the question once more.
  const waiting = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (busy) waiting.current?.focus();
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
  const appeared = useCallback((element: HTMLDivElement | null) => {
    popup.current = element;
    const { current } = press;
    stuck.current = element && current && !moveAside(element, current) ? element : null;
  }, []);
  useEffect(() => ignoreSecondPresses(() => stuck.current), []);

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
        <Backdrop forceRender />
        <AlertDialog.Popup
          className={className}
          ref={appeared}
          initialFocus={popup}
          finalFocus={props.finalFocus}
        >
          <AlertDialog.Title className="note__title">{title}</AlertDialog.Title>
          <p className="visually-hidden" ref={waiting} tabIndex={-1}>
            {busy && 'One moment...'}
          </p>
          {children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
