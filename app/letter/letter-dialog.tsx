import { type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { paperOf } from '../envelope/paper.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { CloseIcon } from '../ui/close-icon.tsx';
import { LetterLoading } from './letter-loading.tsx';
import { LetterSheet, type SheetLetter } from './letter-sheet.tsx';
import './letter-dialog.css';

interface LetterDialogProps {
  /** The letter to show, if only its id is known yet; a closing card keeps its words until it is back in its envelope. */
  letter: SheetLetter | { id: string } | null;
  open: boolean;
  /** It was hidden or deleted while it was being read. */
  takenBack?: boolean | undefined;
  /** Lets a letter's page show its words without JavaScript, as the target of its envelope's link. */
  id?: string;
  onClose(): void;
}

/**
 * The full-screen card of an opened letter. It grows out of the envelope that it belongs to and
 * goes back into it; both are CSS transitions, so either can be turned around half-way.
 */
export function LetterDialog({ letter, open, takenBack, id, onClose }: LetterDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const shown = useRef(false);
  const titleId = useId();

  // From now on the script opens and closes the card, not the address alone.
  useEffect(() => {
    dialog.current?.setAttribute('data-alive', '');
  }, []);

  const openedId = open ? letter?.id : undefined;
  useEffect(() => {
    const card = dialog.current;
    if (!card || openedId === undefined) return;
    // A modal dialog makes the whole page under it inert, for which every part of it is styled anew.
    // Meanwhile the flap has begun to turn, and the card is to be seen only when it has.
    const takeBack = afterPaint(() => {
      growFrom(card, findEnvelope(openedId));
      if (!card.open) card.showModal();
      shown.current = true;
      paper.current?.scrollTo(0, 0);
    });
    return () => {
      takeBack();
      shown.current = false;
      if (!card.open) return;
      growFrom(card, findEnvelope(openedId));
      card.close();
      findEnvelope(openedId)?.focus({ preventScroll: true });
    };
  }, [openedId]);

  // The browser closes the card by itself when Escape is pressed twice: it is closed all the same.
  // It tells so with the next frame, by which time the card may have been opened again.
  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current && shown.current && !dialog.current.open) onClose();
  };
  const cancelled = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      className="sheet"
      id={id}
      ref={dialog}
      aria-label="A letter"
      aria-labelledby={titleId}
      data-paper={letter ? paperOf(letter.id) : undefined}
      onCancel={cancelled}
      onClose={closed}
    >
      <div className="sheet__window">
        <div className="sheet__paper" ref={paper}>
          <button
            className="sheet__close"
            type="button"
            aria-label="Close letter"
            onClick={onClose}
          >
            <CloseIcon />
          </button>
          {letter && 'title' in letter && (
            <LetterSheet letter={letter} takenBack={takenBack} titleId={titleId} />
          )}
          {letter && !('title' in letter) && <LetterOnItsWay />}
        </div>
      </div>
    </dialog>
  );
}

/** A link led to it, not an envelope. */
function LetterOnItsWay() {
  return (
    <div className="sheet__letter">
      <div className="sheet__column">
        <LetterLoading />
      </div>
    </div>
  );
}

function findEnvelope(letterId: string): HTMLElement | null {
  return document.querySelector(`.envelope[data-letter="${CSS.escape(letterId)}"]`);
}

/** Tells the styles where the envelope lies: the card's first and last place. */
function growFrom(card: HTMLElement, envelope: HTMLElement | null) {
  const place = envelope?.getBoundingClientRect();
  if (!place || place.width === 0) return;
  // The sheet in the envelope: a little narrower, and risen out of it (opening.css).
  const scale = (0.9 * place.width) / window.innerWidth;
  card.style.setProperty('--from-x', `${place.left + 0.05 * place.width}px`);
  card.style.setProperty('--from-y', `${place.top - 0.32 * place.height}px`);
  card.style.setProperty('--from-scale', `${scale}`);
  card.style.setProperty('--from-height', `${(0.89 * place.height) / scale}px`);
}
