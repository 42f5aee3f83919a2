import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftJson } from '#core/draft.ts';
import { repeatUntilDone } from '../../ui/repeat-until-done.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { isRefusal } from '../portal-api.ts';
import type { LetterForm } from '../write/use-letter-form.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { deleteDraft, listDrafts } from './drafts-api.ts';

const RETRY_MS = 3000;

interface UnsentDraftsNeeds {
  form: LetterForm;
  keeper: DraftKeeper;
  /** Whether a draft may be offered now: the form is there, and not covered. */
  wanted: boolean;
}

/** Drafts on the server that an empty form can go on with. */
export function useUnsentDrafts({ form, keeper, wanted }: UnsentDraftsNeeds) {
  const [drafts, setDrafts] = useState<DraftJson[]>([]);
  const [trouble, setTrouble] = useState('');
  const idle = wanted && form.isEmpty;
  const isIdle = useLatest(idle);
  /** The ids of drafts that were discarded here: a list that was asked for before may still have them. */
  const discarded = useRef(new Set<string>());

  const look = useCallback(
    async (signal?: AbortSignal) => {
      // While the form has words, `keeper.write(null)` would delete their draft.
      if (!isIdle.current) return;
      // First deletes the draft of words that have just left the form.
      keeper.write(null);
      await keeper.flush();
      // A draft that could not be deleted yet is not offered: its letter may have been sent.
      const { dropped } = keeper;
      const found = await listDrafts();
      // Whoever has begun to write meanwhile is not interrupted, and a list that was given up replaces none.
      if (!isIdle.current || signal?.aborted) return;
      const gone = [...dropped, ...discarded.current];
      const waiting = found.filter(({ id }) => !gone.includes(id));
      setDrafts(([offered]) => beginningWith(offered?.id, waiting));
    },
    [keeper],
  );

  useEffect(() => {
    if (!idle) {
      setTrouble('');
      return setDrafts([]);
    }
    const load = () =>
      repeatUntilDone(async (signal) => {
        try {
          await look(signal);
          return true;
        } catch (error) {
          if (!signal.aborted) console.error('The drafts could not be loaded.', error);
          return false;
        }
      }, RETRY_MS);
    let stop = load();
    // An offer can wait for hours, and its draft may have been sent or discarded in another window since.
    const shown = () => {
      if (document.visibilityState === 'hidden') return;
      stop();
      stop = load();
    };
    document.addEventListener('visibilitychange', shown);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', shown);
    };
  }, [idle, look]);

  return {
    /** The one to offer now, or null. */
    offered: idle ? (drafts[0] ?? null) : null,
    /** How many drafts there are besides. */
    others: Math.max(0, drafts.length - 1),
    trouble,

    restore(draft: DraftJson) {
      form.restore(draft);
      keeper.adopt(draft);
      // One from before drafts had to have words leaves the form as empty as it was.
      setDrafts((now) => now.filter(({ id }) => id !== draft.id));
    },

    next: () => setDrafts(([first, ...others]) => (first ? [...others, first] : [])),

    /** @returns whether it is gone */
    async discard(draft: DraftJson): Promise<boolean> {
      setTrouble('');
      try {
        await deleteDraft(draft);
        discarded.current.add(draft.id);
        setDrafts((now) => now.filter(({ id }) => id !== draft.id));
        return true;
      } catch (error) {
        // Somebody went on writing it: what they wrote was not seen here yet.
        if (isRefusal(error, 'draft-changed')) await look().catch(() => setTrouble(REFUSED));
        else setTrouble(REFUSED);
        return false;
      }
    },
  };
}

/** The drafts in the same order, from the one that is offered on: it must not give way to another under the pointer. */
function beginningWith(offeredId: string | undefined, drafts: DraftJson[]): DraftJson[] {
  const at = drafts.findIndex(({ id }) => id === offeredId);
  return at < 0 ? drafts : [...drafts.slice(at), ...drafts.slice(0, at)];
}

const REFUSED = 'The draft could not be discarded. Please try again.';
