import { createContext, type ReactElement } from 'react';
import type { LetterSummary } from '#core/letter.ts';

/**
 * Envelopes as markup. Of all that is rendered they are the most, and a change changes one of them:
 * taking the others as they were saves a fifth of the first render after a change, from the request
 * to its bytes.
 */
export interface ReadyEnvelopes {
  /** @param draw makes the envelope of a letter that is new, or has changed */
  markup(letter: LetterSummary, draw: () => ReactElement): string;
  /** Forgets those that have not been asked for since the last time: their letters may be hidden. */
  forgetOthers(): void;
}

/** Null in a browser, where every envelope is alive. */
export const ReadyEnvelopesContext = createContext<ReadyEnvelopes | null>(null);

interface Ready {
  title: string;
  date: string | null;
  markup: string;
}

/** @param render makes markup of an element, on its own */
export function createReadyEnvelopes(render: (element: ReactElement) => string): ReadyEnvelopes {
  let earlier = new Map<string, Ready>();
  let current = new Map<string, Ready>();

  return {
    markup({ id, title, date }, draw) {
      const known = earlier.get(id);
      const same = known?.title === title && known.date === date;
      const ready = same ? known : { title, date, markup: render(draw()) };
      current.set(id, ready);
      return ready.markup;
    },

    forgetOthers() {
      earlier = current;
      current = new Map();
    },
  };
}
