import {
  type DraftJson,
  type DraftSave,
  type DraftWords,
  newDraftName,
  sameWords,
} from '#core/draft.ts';
import { LOCKED, reasonOf, TOO_LONG } from './draft-trouble.ts';
import { isLocked } from './portal-api.ts';
import { randomBytes } from './random-bytes.ts';
import { createWrittenDraft, type WrittenDraft } from './written-draft.ts';

/** Saves are debounced by the first, and delayed by the second at most. */
const REST_MS = 1000;
const LONGEST_MS = 4000;
const RETRY_MS = { first: 2000, longest: 15_000 };
/** Milliseconds that `settle` waits for a save at most. */
const SETTLED_MS = 3000;

export type DraftState =
  | { kind: 'none' | 'saving' | 'saved' }
  /** @property why for the person who writes */
  | { kind: 'unsaved'; why: string };

/** Saves the form as a draft on the server (autosave), one save at a time, and reports the state. */
export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

export function createDraftKeeper(onState: (state: DraftState) => void) {
  const writer = newDraftName(randomBytes);
  let turn = 0;
  /** What the form holds; null when there is nothing to keep. */
  let words: DraftWords | null = null;
  /** Where they are kept; null while they are nowhere, and when there are none. */
  let draft: WrittenDraft | null = null;
  /** Drafts whose words have left the form, and which are still to be deleted. */
  const dropped = new Set<WrittenDraft>();
  /** Somebody else sent, changed or deleted the draft that these words had, and it was not told yet. */
  let takenElsewhere = false;
  let paused = true;
  /** Why the last attempt failed, and how many have in a row; null when it did not. */
  let failure: { why: string; count: number } | null = null;
  let unsavedSince: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let settling: Promise<boolean> | null = null;

  const isSaved = () => words === null || sameWords(words, draft?.kept ?? null);
  const isDone = () => isSaved() && dropped.size === 0;
  const newDraft = () => createWrittenDraft({ id: newDraftName(randomBytes), version: null });

  function nextSave(): DraftSave {
    turn += 1;
    return { writer, turn };
  }

  function report(): void {
    if (words === null) onState({ kind: 'none' });
    else if (isSaved()) onState({ kind: 'saved' });
    else if (failure) onState({ kind: 'unsaved', why: failure.why });
    else onState({ kind: 'saving' });
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(save, delay);
  }

  /** All is done: whatever is written next begins anew. */
  function rest(): void {
    clearTimeout(timer);
    unsavedSince = null;
    failure = null;
  }

  function pause(): void {
    clearTimeout(timer);
    paused = true;
  }

  /** Saves what there is now; what comes meanwhile is saved after it. */
  function save(): Promise<void> {
    clearTimeout(timer);
    running ??= attempt().finally(() => {
      running = null;
      goOn();
    });
    return running;
  }

  function goOn(): void {
    report();
    if (paused) return;
    if (isDone()) rest();
    else if (!failure) schedule(REST_MS);
    // Too long: retrying is useless until it is made shorter.
    else if (failure.why !== TOO_LONG)
      schedule(Math.min(RETRY_MS.first * 2 ** (failure.count - 1), RETRY_MS.longest));
  }

  async function attempt(): Promise<void> {
    unsavedSince = null;
    try {
      if (words !== null && !isSaved()) await put(words);
      for (const one of dropped) {
        // The words are saved already: the status need not wait for the deletion.
        report();
        await one.delete(writer);
        dropped.delete(one);
      }
      failure = null;
    } catch (error) {
      failure = { why: reasonOf(error), count: (failure?.count ?? 0) + 1 };
      // Nothing is saved until the portal is open again.
      if (isLocked(error)) paused = true;
    }
  }

  async function put(saving: DraftWords): Promise<void> {
    draft ??= newDraft();
    const written = draft;
    if (await written.save(saving, nextSave())) return;
    // Somebody else wrote on it: theirs stays as it is, and these words get a draft of their own.
    dropped.delete(written);
    takenElsewhere ||= draft === written;
    if (draft === written) draft = null;
    if (draft === null && words !== null) await put(words);
  }

  /** Saves at once, and tells whether no words are at stake now. */
  async function flush(): Promise<boolean> {
    while (!isDone()) {
      if (paused) return isSaved();
      await save();
      if (failure) return isSaved();
    }
    return true;
  }

  async function saveOnceMore(): Promise<boolean> {
    const late = new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const flushed = () => Promise.race([flush(), late.then(isSaved)]);
    if (!(await flushed())) return false;
    if (paused || !draft) return true;
    const asked = draft;
    const { kept } = asked;
    asked.invalidate();
    if (await flushed()) return true;
    // Whether it is there could not be asked. The last that was heard of it is that it was saved.
    if (draft !== asked || kept === null || !sameWords(words, kept)) return false;
    asked.assumeKept(kept);
    goOn();
    return true;
  }

  return {
    /** The form holds these words now. */
    write(next: DraftWords | null): void {
      if (sameWords(words, next)) return;
      words = next;
      if (next === null) takenElsewhere = false;
      if (next === null && draft) {
        dropped.add(draft);
        draft = null;
      }
      report();
      if (paused || running) return;
      if (isDone()) rest();
      // Otherwise a retry is scheduled already.
      else if (!failure || failure.why === TOO_LONG) {
        unsavedSince ??= performance.now();
        const latest = unsavedSince + LONGEST_MS - performance.now();
        schedule(next === null ? 0 : Math.max(0, Math.min(REST_MS, latest)));
      }
    },

    /** The form holds the words of this draft now, and goes on writing it. */
    adopt({ id, version, savedAt, ...restored }: DraftJson): void {
      draft = createWrittenDraft({ id, version }, restored);
      words = restored;
      report();
    },

    /** Leaves the draft where it is; what is written next is another. */
    release(): void {
      draft = null;
      takenElsewhere = false;
      words = null;
      report();
    },

    /** Whether somebody else sent, changed or deleted the draft of these words; false from then on. */
    tellTakenOnce(): boolean {
      const taken = takenElsewhere;
      takenElsewhere = false;
      return taken;
    },

    /** The ids of drafts that are still there, but will be deleted. */
    get dropped(): string[] {
      return Array.from(dropped, ({ id }) => id);
    },

    flush,

    /**
     * Before the form is cleared: saves at once, also what was saved already, for its draft may have
     * been deleted elsewhere since. Tells whether no words are at stake now, after three seconds at
     * most, while the save goes on; whoever asks again before that is told the same.
     */
    settle(): Promise<boolean> {
      settling ??= saveOnceMore().finally(() => {
        settling = null;
      });
      return settling;
    },

    /**
     * The page goes away, and its words with it, which are saved also when they were saved already.
     * True when they are on their way, and the portal is locked by that.
     */
    leave(): boolean {
      const open = !paused;
      pause();
      if (!open || words === null) return false;
      draft ??= newDraft();
      return draft.saveAndLock(words, nextSave());
    },

    /** The portal is locked: nothing can be saved. */
    lock(): void {
      pause();
      failure = { why: LOCKED, count: 0 };
      report();
    },

    /** The portal was unlocked, or the network is back. */
    resume(): void {
      paused = false;
      failure = null;
      report();
      if (!isDone()) save();
    },

    /** The form is gone: nothing more is tried once it is settled, if that has begun. */
    stop(): void {
      if (settling) void settling.finally(pause);
      else pause();
    },
  };
}
