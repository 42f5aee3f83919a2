import {
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Gesture } from '../envelope/gesture.ts';
import { rememberOpened } from '../envelope/opened-before.ts';
import { paperOf } from '../envelope/paper.ts';
import { wasOpen } from '../tab-memory.ts';
import { CloseIcon } from '../ui/close-icon.tsx';
import { ignoreSecondPresses } from '../ui/double-press.ts';
import { ignoreGutterPresses } from '../ui/ignore-gutter-presses.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { isZoomed } from '../ui/zoom.ts';
import { fetchSignatureFontOnInput } from './fetch-signature-font.ts';
import { LetterLoading } from './letter-loading.tsx';
import { LetterSheet, type SheetLetter } from './letter-sheet.tsx';
import { NeighbourLinks, type Neighbours } from './neighbours.tsx';
import {
  forgetReadingPosition,
  keepReadingPosition,
  restoreReadingPosition,
} from './reading-position.ts';
import { directionOfKey, isSelecting, linkTo, watchSwipes } from './turn-pages.ts';
import './letter-dialog.css';

interface LetterDialogProps {
  /** The letter to show, or only its id until more is known; a closing card keeps it until it is in its envelope. */
  letter: SheetLetter | { id: string } | null;
  open: boolean;
  /** Whether the letter was hidden or deleted while it was being read. */
  withdrawn?: boolean | undefined;
  gesture: Gesture;
  neighbours: Neighbours;
  /** The card's id on a letter's page: without JavaScript, the envelope's link opens the card as its target. */
  id?: string;
  onClose(): void;
  /** See neighbours.tsx. */
  onTurn?(letterId: string): void;
}

/**
 * The full-screen card of an opened letter. It is modal, but not by `showModal`, which would restyle the
 * whole page just when the envelope begins to move (gesture.ts).
 */
export function LetterDialog({
  letter,
  open,
  withdrawn,
  gesture,
  neighbours,
  id,
  onClose,
  onTurn,
}: LetterDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const titleId = useId();

  // From now on the script opens and closes the card, not the fragment of the address. A letter that the
  // fragment has opened already, or that was open before a reload, is being read: it stays as it is.
  const beingRead = useRef(wasOpen);
  useEffect(() => {
    const card = dialog.current;
    if (card) {
      card.open = card.matches(':target');
      beingRead.current ||= card.open;
      card.setAttribute('data-alive', '');
    }
    return fetchSignatureFontOnInput();
  }, []);

  const openedId = open ? letter?.id : undefined;
  /** From which side the next letter comes in, if it does not come out of its envelope. */
  const side = useRef('');
  // Not before it is there: the letter before would vanish, and begin to come in from the side once more.
  useLayoutEffect(() => {
    const card = dialog.current;
    if (!card || !openedId) return;
    if (side.current) card.dataset.turned = side.current;
    else delete card.dataset.turned;
    side.current = '';
  }, [openedId]);

  useEffect(() => {
    if (!dialog.current) return;
    if (openedId === undefined) {
      gesture.close();
      return;
    }
    gesture.open(dialog.current, openedId);
    if (!beingRead.current) {
      // WebKit shows a card again as far as it was scrolled, but takes it for one that is at its beginning already.
      paper.current?.scrollTo(0, 1);
      paper.current?.scrollTo(0, 0);
      // Whoever has zoomed in would go on looking at where the envelope or the link was: at the letter's end.
      if (isZoomed()) dialog.current.scrollIntoView({ inline: 'start' });
    }
    beingRead.current = false;
    return () => {
      deselect(paper.current);
      forgetReadingPosition();
    };
  }, [openedId, gesture]);

  useEffect(() => {
    if (open) return ignoreGutterPresses();
  }, [open]);

  // The title of the letter's own page, whose address the address bar shows.
  useEffect(() => {
    if (!open) return;
    const { title } = document;
    document.title = 'A letter for you!';
    return () => {
      document.title = title;
    };
  }, [open]);

  // The focus goes to the title: the letter is read aloud from its beginning, and keys scroll it, while on a
  // button Space would press that. A letter that is not in the list has no title before its words come.
  const titled = letter && 'title' in letter ? letter : null;
  const isTitled = titled !== null;
  useEffect(() => {
    if (openedId === undefined) return;
    const title = isTitled && document.getElementById(titleId);
    // A microtask later, because a dialog of the portal that closes at the same time returns the focus first.
    queueMicrotask(() => moveFocus(title || dialog.current?.querySelector('button')));
  }, [openedId, isTitled, titleId]);

  const close = useCallback(() => {
    // Before the card is gone, as it is at once with less motion: then Chromium has all of the list selected instead.
    deselect(paper.current);
    onClose();
  }, [onClose]);

  const turn = (letterId: string) => {
    side.current = letterId === neighbours.later?.id ? 'later' : 'earlier';
    onTurn?.(letterId);
  };

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const way = directionOfKey(event);
      // The envelope opens before the card is there, and can be closed from its first moment on.
      if (event.key === 'Escape' && gesture.isOpen()) close();
      // As everywhere, an arrow key only deselects what is selected.
      else if (open && way && isSelecting()) document.getSelection()?.removeAllRanges();
      else if (open && way) linkTo(dialog.current, way)?.click();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [open, gesture, close]);

  // What reading views call the letter. The words that they take for the article may be all but its title.
  const name = open && titled?.title;
  useEffect(() => {
    const meta = document.querySelector('[property="og:title"]');
    meta?.setAttribute('content', name || document.title);
  }, [name]);

  // An envelope whose letter never loaded does not count as opened.
  const readId = titled?.content === undefined ? undefined : openedId;
  useEffect(() => {
    if (readId === undefined) return;
    rememberOpened(readId);
    restoreReadingPosition(paper.current);
  }, [readId]);

  useEffect(() => keepReadingPosition(paper.current), []);
  const [swipes] = useState(watchSwipes);

  // While the card grows there is nothing on it to press yet, so a click means to close it; except the
  // second press of a double click. Without animations the card is there, or gone, at the first press.
  useEffect(
    () =>
      ignoreSecondPresses((first) => {
        if (first?.closest('.sheet__close')) return document.body;
        return gesture.isMoving() || first?.closest('.envelope') ? dialog.current : null;
      }),
    [gesture],
  );
  const clicked = (event: MouseEvent) => {
    if (event.detail === 0 || !gesture.isMoving()) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  return (
    <dialog
      className="sheet"
      id={id}
      ref={dialog}
      aria-label="A letter"
      aria-labelledby={titleId}
      aria-modal="true"
      data-paper={letter ? paperOf(letter.id) : undefined}
      onClickCapture={clicked}
    >
      <div className="sheet__desk" />
      <div className="sheet__window">
        {/* Focusable, so that keys scroll it after a click on its words: in Firefox the dialog would get the focus. */}
        <div className="sheet__paper" ref={paper} tabIndex={-1} {...swipes}>
          <button className="sheet__close" type="button" aria-label="Close letter" onClick={close}>
            <CloseIcon />
          </button>
          {titled && (
            <LetterSheet key={titled.id} letter={titled} withdrawn={withdrawn} titleId={titleId}>
              <NeighbourLinks neighbours={neighbours} onTurn={onTurn && turn} />
            </LetterSheet>
          )}
          {letter && !titled && <LetterOnItsWay />}
        </div>
        <div className="sheet__light" />
      </div>
    </dialog>
  );
}

/** A selection would survive under the next letter, where it would prevent swipes. */
function deselect(paper: HTMLElement | null): void {
  const selection = document.getSelection();
  if (paper && selection?.containsNode(paper, true)) selection.removeAllRanges();
}

/** The card of a letter that was opened by its link, and of which only the id is known yet. */
function LetterOnItsWay() {
  return (
    <div className="sheet__letter">
      <div className="sheet__text">
        <LetterLoading />
      </div>
    </div>
  );
}
