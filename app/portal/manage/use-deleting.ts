import { type RefObject, useRef, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { emitLocked } from '../access/lock-events.ts';
import { deleteLetter, readLetter } from '../letters-api.ts';
import { isLocked, isRefusal } from '../portal-api.ts';
import { firstShownRow, neighbours } from './letter-rows.tsx';

const LOCKED = 'The letter was not deleted: the portal was locked in the meantime.';

interface DeletingNeeds {
  panel: RefObject<HTMLElement | null>;
  /** The letters as they stand on the screen, in parts. */
  shown: LetterJson[][];
  onDeleted(letterId: string): void;
  /** Somebody else has changed a letter of the list, which is this now. */
  onChanged(letter: LetterJson): void;
}

/** Deletes a letter after confirmation, and knows where the focus goes then. */
export function useDeleting({ panel, shown, onDeleted, onChanged }: DeletingNeeds) {
  const [toDelete, setToDelete] = useState<LetterJson | null>(null);
  /** Somebody has changed it meanwhile: the owner is asked once more, about the new version. */
  const [changed, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  /** The title of the letter that was deleted last, until another one is asked about. */
  const [deleted, setDeleted] = useState<string | null>(null);
  /** The first of these that is left has the focus once the letter is deleted; null until then. */
  const next = useRef<LetterJson[] | null>(null);

  function ask(letter: LetterJson) {
    next.current = null;
    setChanged(false);
    setDeleted(null);
    setToDelete(letter);
  }

  async function confirm() {
    if (!toDelete) return;
    setBusy(true);
    try {
      const newer = await remove(toDelete);
      setToDelete(newer);
      setChanged(newer !== null);
      if (newer) return onChanged(newer);
      next.current = neighbours(shown, toDelete.id);
      setDeleted(toDelete.title);
      onDeleted(toDelete.id);
    } catch (error) {
      console.error('The letter could not be deleted.', error);
      if (isLocked(error)) emitLocked(LOCKED);
      setToDelete(null);
    } finally {
      setBusy(false);
    }
  }

  return {
    /** The letter that is asked about, or null. */
    toDelete,
    changed,
    deleted,
    busy,
    ask,
    confirm,
    cancel: () => setToDelete(null),
    /** Where the focus goes when the question is over; true for where it came from. */
    finalFocus(): HTMLElement | true | null {
      if (next.current === null) return true;
      const row = firstShownRow(panel.current, next.current);
      return row?.querySelector<HTMLElement>('.manage__delete') ?? panel.current;
    },
  };
}

/** @returns null once the letter is gone; the newer version, undeleted, if somebody has changed it */
async function remove(letter: LetterJson): Promise<LetterJson | null> {
  try {
    await deleteLetter(letter);
  } catch (error) {
    if (isRefusal(error, 'letter-changed')) return readLetter(letter.id);
    // Somebody else has deleted it already.
    if (!isRefusal(error, 'letter-missing')) throw error;
  }
  return null;
}
