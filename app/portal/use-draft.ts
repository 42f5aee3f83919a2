import { useEffect, useRef, useState } from 'react';
import type { DraftWords } from '#core/draft.ts';
import { createDraftKeeper, type DraftState } from './draft-keeper.ts';

/**
 * Keeps what the form holds as a draft.
 * @param words what would be lost with the form, or null
 * @param unlocked nothing can be saved while the portal is locked
 * @param onLocked the session has ended
 */
export function useDraft(words: DraftWords | null, unlocked: boolean, onLocked: () => void) {
  const [state, setState] = useState<DraftState>({ kind: 'none' });
  const locked = useRef(onLocked);
  locked.current = onLocked;
  const [keeper] = useState(() =>
    createDraftKeeper({ onState: setState, onLocked: () => locked.current() }),
  );

  useEffect(() => keeper.write(words), [keeper, words]);
  useEffect(() => () => keeper.stop(), [keeper]);

  useEffect(() => {
    if (!unlocked) return keeper.pause();
    keeper.resume();
    const resume = () => keeper.resume();
    // On a phone, what is out of sight may never be seen again.
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
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [atStake]);

  return { keeper, state };
}
