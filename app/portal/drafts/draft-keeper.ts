import {
  type DraftJson,
  type DraftSave,
  type DraftWords,
  newDraftName,
  sameWords,
} from '#core/draft.ts';
import { isLocked } from '../portal-api.ts';
import { randomBytes } from '../random-bytes.ts';
import { LOCKED, reasonOf, TOO_LONG } from './draft-trouble.ts';
import { createWrittenDraft, type WrittenDraft } from './written-draft.ts';

/** Saves are debounced by REST_MS, but typing without a pause delays one by LONGEST_MS at most. */
const REST_MS = 1000;
const LONGEST_MS = 4000;
const RETRY_MS = { first: 2000, longest: 15_000 };
/** Milliseconds that `settle` takes at most. */
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
  /** The words in the form, set by `write`, `adopt` and `release`; null when there is nothing to keep. */
  let words: DraftWords | null = null;
  /** The draft of the words; null before their first save begins, after somebody else took it, and without words. */
  let draft: WrittenDraft | null = null;
  /** Drafts whose words have left the form: `write` adds them, and `attempt` deletes them on the server. */
  const dropped = new Set<WrittenDraft>();
  /** Whether somebody else sent, changed or deleted the draft of the words; reset once told, or without words. */
  let takenElsewhere = false;
  /** Whether nothing is saved: before the first `resume`, while the portal is locked, after `leave` and `stop`. */
  let paused = true;
  /** Why the last attempt failed, and how many have in a row (0: `lock` was called instead); null otherwise. */
  let failure: { why: string; count: number } | null = null;
  /** The time of the first change that a debounced save waits for, by `performance.now()`; null without one. */
  let unsavedSince: number | null = null;
  /** The next save: a debounced one, set by `write` or `goOn`, or a retry, set by `goOn`. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The attempt under way, of which there is one at most: `goOn` schedules what is written meanwhile. */
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

  /** Everything is saved and deleted: the next change is debounced anew, without earlier failures. */
  function rest(): void {
    clearTimeout(timer);
    unsavedSince = null;
    failure = null;
  }

  function pause(): void {
    clearTimeout(timer);
    paused = true;
  }

  /** Begins an attempt, or joins the one under way, which may not include the latest words. */
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
    // Words that are too long are not retried until `write` changes them.
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
    // Somebody else changed or deleted this draft: it stays so, and the form's words get one of their own.
    dropped.delete(written);
    takenElsewhere ||= draft === written;
    if (draft === written) draft = null;
    if (draft === null && words !== null) await put(words);
  }

  /** Saves at once. Resolves with whether the words are saved, when all is done or an attempt has failed. */
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
    asked.kept = null;
    if (await flushed()) return true;
    // Whether the draft is still there stays unknown; by the last answer, it is saved.
    if (draft !== asked || kept === null || !sameWords(words, kept)) return false;
    asked.kept = kept;
    goOn();
    return true;
  }

  return {
    /** To be called whenever the form's words change; null when nothing in it needs to be kept. */
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
      // After any other failure, `goOn` has scheduled a retry already.
      else if (!failure || failure.why === TOO_LONG) {
        unsavedSince ??= performance.now();
        const latest = unsavedSince + LONGEST_MS - performance.now();
        schedule(next === null ? 0 : Math.max(0, Math.min(REST_MS, latest)));
      }
    },

    /** The form was filled from this draft, to which its words are saved from now on. */
    adopt({ id, version, savedAt, ...restored }: DraftJson): void {
      draft = createWrittenDraft({ id, version }, restored);
      words = restored;
      report();
    },

    /** Leaves the draft on the server, undeleted; what is written next gets another. */
    release(): void {
      draft = null;
      takenElsewhere = false;
      words = null;
      report();
    },

    /** Whether somebody else sent, changed or deleted the draft of these words; true only once. */
    tellTakenOnce(): boolean {
      const taken = takenElsewhere;
      takenElsewhere = false;
      return taken;
    },

    /** The ids of drafts that may still be on the server, but are to be deleted. */
    get dropped(): string[] {
      return Array.from(dropped, ({ id }) => id);
    },

    flush,

    /**
     * Saves before the form is cleared, even saved words: their draft may have been deleted elsewhere since.
     * Resolves within SETTLED_MS, though the save goes on, with whether the words are saved. Later calls join.
     */
    settle(): Promise<boolean> {
      settling ??= saveOnceMore().finally(() => {
        settling = null;
      });
      return settling;
    },

    /** The page goes away: sends the words, saved or not, in a request that locks, too. @returns whether it did */
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

    /** The form is gone: pauses for good, but lets a `settle` that has begun end first. */
    stop(): void {
      if (settling) void settling.finally(pause);
      else pause();
    },
  };
}
