import { useEffect, useState } from 'react';
import type { DraftWords } from '#core/draft.ts';
import { createDraftKeeper, type DraftState } from './draft-keeper.ts';

/**
 * Keeps what the form holds as a draft.
 * @param words what would be lost with the form, or null
 * @param unlocked nothing can be saved while the portal is locked
 */
export function useDraft(words: DraftWords | null, unlocked: boolean) {
  const [state, setState] = useState<DraftState>({ kind: 'none' });
  const [keeper] = useState(() => createDraftKeeper(setState));

  useEffect(() => keeper.write(words), [keeper, words]);
  useEffect(() => () => keeper.stop(), [keeper]);

  useEffect(() => {
    if (!unlocked) return keeper.lock();
    keeper.resume();
    const resume = () => keeper.resume();
    // On a phone, a page that is hidden may never be shown again.
    const save = () => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    window.addEventListener('online', resume);
    document.addEventListener('visibilitychange', save);
    return () => {
      window.removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', save);
    };
  }, [keeper, unlocked]);

  const atStake = state.kind === 'saving' || state.kind === 'unsaved';
  useEffect(() => {
    if (!atStake) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chromium asks for the former alone since version 119, of 2023.
      event.returnValue = true;
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [atStake]);

  return { keeper, state };
}
