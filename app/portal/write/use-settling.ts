import { useState } from 'react';
import type { DraftKeeper } from '../drafts/draft-keeper.ts';

/** Milliseconds that nobody notices. */
const UNNOTICED_MS = 300;

/** Saves the form's words before they leave it, and tells when that takes a while, on a slow network. */
export function useSettling(keeper: DraftKeeper) {
  const [isSlow, setSlow] = useState(false);

  /** @returns whether the words are saved */
  async function settle(): Promise<boolean> {
    const timer = setTimeout(setSlow, UNNOTICED_MS, true);
    const saved = await keeper.settle();
    clearTimeout(timer);
    setSlow(false);
    return saved;
  }

  return { isSlow, settle };
}
