import { type RefObject, useRef, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { deleteLetter, isRefusal } from './portal-api.ts';

interface DeletingNeeds {
  panel: RefObject<HTMLElement | null>;
  /** The letters as they stand on the screen, in parts. */
  shown: LetterJson[][];
  onDeleted(letterId: string): void;
}

/** Deletes a letter once that was confirmed, and knows who has the focus after it. */
export function useDeleting({ panel, shown, onDeleted }: DeletingNeeds) {
  const [doomed, setDoomed] = useState<LetterJson | null>(null);
  const [busy, setBusy] = useState(false);
  /** The letter that comes next, once its neighbour is gone. */
  const next = useRef<string | null>(null);

  function ask(letter: LetterJson) {
    next.current = null;
    setDoomed(letter);
  }

  async function confirm() {
    if (!doomed) return;
    const letters = shown.flat();
    const at = letters.findIndex(({ id }) => id === doomed.id);
    setBusy(true);
    try {
      await deleteLetter(doomed.id).catch((error) => {
        // Somebody else was faster: it is gone, as was asked for.
        if (!isRefusal(error, 'letter-missing')) throw error;
      });
      next.current = (letters[at + 1] ?? letters[at - 1])?.id ?? '';
      onDeleted(doomed.id);
    } catch (error) {
      console.error('The letter could not be deleted.', error);
    } finally {
      setBusy(false);
      setDoomed(null);
    }
  }

  return {
    /** The letter that is asked about, or null. */
    doomed,
    busy,
    ask,
    confirm,
    spare: () => setDoomed(null),
    /** Where the focus goes when the question is over; true for where it came from. */
    heir(): HTMLElement | true | null {
      if (next.current === null) return true;
      const row = `:not([data-hidden]) [data-managed="${next.current}"] .manage__delete`;
      return panel.current?.querySelector<HTMLElement>(row) ?? panel.current;
    },
  };
}
