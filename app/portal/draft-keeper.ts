import { type DraftJson, type DraftWords, newDraftName } from '#core/draft.ts';
import { LOCKED, reasonOf, TOO_LONG } from './draft-trouble.ts';
import { type DraftPlace, deleteDraft, keepDraft, keepDraftAndLock } from './drafts-api.ts';
import { isLocked, isRefusal } from './portal-api.ts';

/** Milliseconds. Words are saved once the keyboard rests, and at the latest after the second. */
const REST = 1000;
const LONGEST = 4000;
const RETRY = { first: 2000, longest: 15_000 };

export type DraftState =
  | { kind: 'none' | 'saving' | 'saved' }
  /** @property why for the person who writes */
  | { kind: 'unsaved'; why: string };

export interface DraftKeeperNeeds {
  onState(state: DraftState): void;
  /** The session has ended; nothing is saved until `resume`. */
  onLocked(): void;
}

/** Keeps what is being written on the server, one save after the other, and tells whether it is. */
export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

export function createDraftKeeper({ onState, onLocked }: DraftKeeperNeeds) {
  const newName = () => newDraftName(crypto.getRandomValues(new Uint8Array(16)));
  const writer = newName();
  let turn = 0;
  /** What the form holds; null when there is nothing to keep. */
  let words: DraftWords | null = null;
  /** What the server surely has; null from the moment it is sent something until it answers. */
  let kept: DraftWords | null = null;
  let place: DraftPlace | null = null;
  /** Words were sent to that place, and no answer says what became of them. */
  let unsure = false;
  let paused = true;
  let trouble: string | null = null;
  let failures = 0;
  let unsavedSince: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  const isSaved = () => (words === null ? place === null : sameWords(words, kept));

  function report(): void {
    if (words === null) onState({ kind: 'none' });
    else if (isSaved()) onState({ kind: 'saved' });
    else if (trouble !== null) onState({ kind: 'unsaved', why: trouble });
    else onState({ kind: 'saving' });
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(save, delay);
  }

  /** All is saved: whatever is written next begins anew. */
  function rest(): void {
    clearTimeout(timer);
    unsavedSince = null;
    failures = 0;
    trouble = null;
  }

  /** Saves what there is now; what comes meanwhile is saved after it. */
  function save(): Promise<void> {
    clearTimeout(timer);
    running ??= attempt().finally(() => {
      running = null;
      report();
      if (paused) return;
      if (isSaved()) rest();
      else if (failures === 0) schedule(REST);
      // What is too long stays so until somebody makes it shorter.
      else if (trouble !== TOO_LONG)
        schedule(Math.min(RETRY.first * 2 ** (failures - 1), RETRY.longest));
    });
    return running;
  }

  async function attempt(): Promise<void> {
    unsavedSince = null;
    try {
      if (words === null) await remove();
      else await put(words);
      failures = 0;
      trouble = null;
    } catch (error) {
      failures += 1;
      trouble = reasonOf(error);
      if (!isLocked(error)) return;
      paused = true;
      onLocked();
    }
  }

  async function put(saving: DraftWords): Promise<void> {
    for (;;) {
      place ??= { id: newName(), version: null };
      turn += 1;
      unsure = true;
      kept = null;
      try {
        place.version = await keepDraft(place, saving, { writer, turn });
        unsure = false;
        kept = saving;
        return;
      } catch (error) {
        if (!isRefusal(error, 'draft-changed')) throw error;
        // Somebody else wrote on it, or threw it away: these words get a place of their own.
        forgetPlace();
      }
    }
  }

  async function remove(): Promise<void> {
    if (!place) return;
    kept = null;
    try {
      await deleteDraft(unsure ? { ...place, version: null } : place);
    } catch (error) {
      // It is somebody else's by now.
      if (!isRefusal(error, 'draft-changed')) throw error;
    }
    forgetPlace();
  }

  /** Saves at once, and tells whether no words are at stake now. */
  async function flush(): Promise<boolean> {
    while (!isSaved()) {
      if (paused) return words === null;
      await save();
      if (failures > 0) return words === null;
    }
    return true;
  }

  function forgetPlace(): void {
    place = null;
    kept = null;
    unsure = false;
  }

  return {
    /** The form holds these words now. */
    write(next: DraftWords | null): void {
      if (sameWords(words, next)) return;
      words = next;
      report();
      if (paused || running) return;
      if (isSaved()) rest();
      // While the site is away, its next try is under way already.
      if (isSaved() || (failures > 0 && trouble !== TOO_LONG)) return;
      unsavedSince ??= performance.now();
      const latest = unsavedSince + LONGEST - performance.now();
      schedule(next === null ? 0 : Math.max(0, Math.min(REST, latest)));
    },

    /** The form holds the words of this draft now, and goes on writing it. */
    adopt({ id, version, savedAt, ...restored }: DraftJson): void {
      forgetPlace();
      place = { id, version };
      words = restored;
      kept = restored;
      report();
    },

    /** Leaves the draft where it is; what is written next is another. */
    release(): void {
      forgetPlace();
      words = null;
      report();
    },

    /** The draft that the form writes. */
    get id(): string | null {
      return place?.id ?? null;
    },

    flush,

    /**
     * Before the form is cleared: saves at once, also what was saved already, for its draft may have
     * been deleted elsewhere since. Tells whether no words are at stake now.
     */
    async settle(): Promise<boolean> {
      if (!(await flush())) return false;
      if (paused || words === null) return true;
      const before = { place, kept };
      kept = null;
      if (await flush()) return true;
      // Whether it is there could not be asked. The last that was heard of it is that it was saved.
      if (place !== before.place || !sameWords(words, before.kept)) return false;
      if (!paused) rest();
      kept = before.kept;
      report();
      return true;
    },

    /**
     * The page goes away, and its words with it, which are saved also when they were saved already.
     * True when they are on their way, and the portal is locked by that.
     */
    leave(): boolean {
      clearTimeout(timer);
      const open = !paused;
      paused = true;
      if (!open || words === null) return false;
      place ??= { id: newName(), version: null };
      turn += 1;
      unsure = true;
      return keepDraftAndLock(place, words, { writer, turn });
    },

    /** The portal is locked: nothing can be saved. */
    pause(): void {
      clearTimeout(timer);
      paused = true;
      trouble = LOCKED;
      report();
    },

    /** The portal was unlocked, or the network is back. */
    resume(): void {
      paused = false;
      trouble = null;
      failures = 0;
      report();
      if (!isSaved()) save();
    },

    stop(): void {
      clearTimeout(timer);
    },
  };
}

function sameWords(a: DraftWords | null, b: DraftWords | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.title === b.title &&
    a.date === b.date &&
    a.content === b.content &&
    a.signature === b.signature &&
    a.hidden === b.hidden &&
    a.key === b.key &&
    a.editing?.id === b.editing?.id &&
    a.editing?.version === b.editing?.version
  );
}
