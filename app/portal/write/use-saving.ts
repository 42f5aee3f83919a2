import { useRef, useState } from 'react';
import { type FieldFaults, isSameText, type LetterJson, type LetterText } from '#core/letter.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { emitLocked } from '../access/lock-events.ts';
import type { DraftKeeper } from '../drafts/draft-keeper.ts';
import { type KnownLetter, readLetter, sendLetter, updateLetter } from '../letters-api.ts';
import { isLocked, isRefusal, PortalRefusal } from '../portal-api.ts';
import type { LetterForm } from './use-letter-form.ts';

const LOCKED =
  'The letter was not saved: the portal was locked in the meantime. Your words are still here.';

const TAKEN =
  'The letter was not sent, because its draft was sent, changed or discarded in another window. Your words are still here; to send them as a new letter, press the button again.';

/** A letter that was to be saved, and what somebody else made of it; null when it was deleted. */
export interface Conflict {
  mine: LetterText;
  theirs: LetterJson | null;
}

/** A letter that the server has acknowledged, and whether it was sent for the first time. */
interface Saved {
  letter: LetterJson;
  isNew: boolean;
}

interface SavingNeeds {
  form: LetterForm;
  keeper: DraftKeeper;
  onChanged(): void;
}

export type Saving = ReturnType<typeof useSaving>;

/**
 * Saves letters, and never over a version that was not seen. Part of the portal, not of the form: a save that
 * is under way when the portal locks is completed all the same, and its link is shown afterwards.
 */
export function useSaving({ form, keeper, onChanged }: SavingNeeds) {
  const [busy, setBusy] = useState(false);
  /** The save under way, which another call joins: a program may press the button before `busy` is rendered. */
  const underWay = useRef<Promise<FieldFaults> | null>(null);
  const [trouble, setTrouble] = useState('');
  const [saved, setSaved] = useState<Saved | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const latest = useLatest(form);
  /** What the last save found wrong with the fields, until a form has shown it. */
  const unseen = useRef<Promise<FieldFaults> | null>(null);
  /** The last edits of one letter that were sent and not answered. The server may have saved any of them. */
  const unanswered = useRef<{ id: string; letter: LetterText }[]>([]);

  // Why one letter was not saved is not shown with the next.
  if (form.isEmpty && trouble !== '') setTrouble('');

  /**
   * Saves the idempotency key with the draft before it sends the letter, so that no retry sends it twice.
   * @returns null when another window may have sent it, which the owner is told
   */
  async function send(letter: LetterText): Promise<LetterJson | null> {
    const attempt = form.attempt(letter);
    keeper.write(attempt);
    await keeper.flush();
    if (keeper.tellTakenOnce()) {
      setConflict(null);
      setTrouble(TAKEN);
      return null;
    }
    return sendLetter(letter, attempt.key);
  }

  /** @returns null when somebody else has changed or deleted the letter, and the owner is asked */
  async function update(onto: KnownLetter, letter: LetterText): Promise<LetterJson | null> {
    const earlier = unanswered.current.filter(({ id }) => id === onto.id);
    try {
      return await updateLetter(onto, letter);
    } catch (error) {
      const gone = isRefusal(error, 'letter-missing');
      if (!gone && !isRefusal(error, 'letter-changed')) {
        unanswered.current = [...earlier, { id: onto.id, letter }];
        throw error;
      }
      const theirs = gone ? null : await readLetter(onto.id);
      // These words are saved already; only the answer was lost.
      if (theirs && isSameText(theirs, letter)) return theirs;
      // Earlier ones are, and nobody else has changed them since.
      if (theirs && earlier.some((one) => isSameText(theirs, one.letter))) {
        return update(theirs, letter);
      }
      // More was written since, in a portal that was locked and unlocked: the next attempt asks about that.
      if (!isSameText(latest.current.fields, form.fields)) throw error;
      setConflict({ mine: letter, theirs });
      return null;
    }
  }

  /** @returns what the server finds wrong with the fields */
  function save(letter: LetterText, onto: KnownLetter | null = form.editing): Promise<FieldFaults> {
    underWay.current ??= saveOnce(letter, onto).finally(() => {
      underWay.current = null;
    });
    unseen.current = underWay.current;
    return underWay.current;
  }

  async function saveOnce(letter: LetterText, onto: KnownLetter | null): Promise<FieldFaults> {
    const words = onto ? form.fields : { ...form.fields, date: letter.date };
    setBusy(true);
    try {
      const result = onto ? await update(onto, letter) : await send(letter);
      if (!result) return {};
      unanswered.current = [];
      form.finish(words);
      setConflict(null);
      setSaved({ letter: result, isNew: !onto });
      onChanged();
    } catch (error) {
      console.error('The letter could not be saved.', error);
      setConflict(null);
      // Another letter may be in the form since, where the portal was locked and unlocked meanwhile.
      const isHere = latest.current.editing?.id === onto?.id;
      const trouble = isHere ? troubleWith(error) : troubleElsewhere(error, letter.title);
      if (isLocked(error)) emitLocked(trouble);
      else if (isHere && error instanceof PortalRefusal && error.code === 'letter-invalid')
        return error.fields;
      else {
        if (isSpent(error)) form.forgetAttempt();
        setTrouble(trouble);
      }
    } finally {
      setBusy(false);
    }
    return {};
  }

  return {
    busy,
    trouble,
    /** The letter that was just saved, or null. */
    saved,
    conflict,
    save,
    unseen,
    forgetTrouble: () => setTrouble(''),
    /** Its link was seen. */
    forgetSaved: () => setSaved(null),
    /** Saves over exactly the version that was shown. */
    async keepMine(): Promise<FieldFaults> {
      if (!conflict?.theirs) return {};
      form.rebase(conflict.theirs);
      return save(conflict.mine, conflict.theirs);
    },
    takeTheirs() {
      if (conflict?.theirs) form.edit(conflict.theirs);
      setConflict(null);
    },
    async sendAsNew(): Promise<FieldFaults> {
      return conflict ? save(conflict.mine, null) : {};
    },
    goOnEditing() {
      if (conflict?.theirs) form.rebase(conflict.theirs);
      else form.stopEditing();
      setConflict(null);
    },
  };
}

/** Whether an idempotency key is used up: no retry with it could ever succeed. */
function isSpent(error: unknown): boolean {
  return isRefusal(error, 'letter-deleted') || isRefusal(error, 'key-reused');
}

/** Why a letter was not saved, for the person whose words are at stake. */
function troubleWith(error: unknown): string {
  if (isLocked(error)) return LOCKED;
  const why = error instanceof PortalRefusal ? `${error.message} ` : '';
  if (isRefusal(error, 'letter-deleted')) {
    return `${why}Your words are still here: send them again as a new letter.`;
  }
  if (isUncertain(error)) {
    return `${why}The letter may or may not have been saved. Your words are still here. Please try again before you change them: it will not be saved twice.`;
  }
  return `The letter was not saved. ${why}Your words are still here; please try again.`;
}

/** The same of a letter that has left the form since. */
function troubleElsewhere(error: unknown, title: string): string {
  const why = error instanceof PortalRefusal ? `${error.message} ` : '';
  const outcome = isUncertain(error) ? 'may or may not have been saved' : 'was not saved';
  return `${why}“${title}” ${outcome}. If it was kept as a draft, it will be offered once this form is empty.`;
}

/** Whether the letter may have been saved all the same, because the server did not refuse it. */
function isUncertain(error: unknown): boolean {
  return UNCERTAIN.some((code) => isRefusal(error, code));
}

const UNCERTAIN = ['offline', 'unexpected', 'store-unreadable'] as const;
