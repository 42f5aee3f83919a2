import { useMemo, useRef, useState } from 'react';
import { isCalendarDay } from '#core/date.ts';
import { type DraftWords, newDraftName } from '#core/draft.ts';
import { isBlank, isSameText, type LetterJson, type LetterText } from '#core/letter.ts';
import { randomBytes } from '../random-bytes.ts';

/** The letter that is being edited. */
interface Edited {
  id: string;
  /** The version that the edit will be saved over. */
  version: number;
  /** The letter's current signature, which is always accepted. */
  signature: string;
  /** The words that it has; null when they are not known. */
  original: LetterText | null;
}

/** The control that had the focus last, to return to. */
interface Place {
  /** As in `Writing`. */
  serial: number;
  /** No longer in the page if the portal was locked since. */
  control: HTMLElement;
}

/** The last attempt to send a letter. */
interface Attempt {
  fields: LetterText;
  /** The idempotency key that it had. */
  key: string;
}

interface Writing {
  fields: LetterText;
  editing: Edited | null;
  /** Null before there was one, and where no retry of it could succeed. */
  attempt: Attempt | null;
  /** Another one whenever another letter, or none, takes the place of what was in the form. */
  serial: number;
}

const EMPTY: LetterText = { title: '', date: '', content: '', signature: '', hidden: false };
const NOTHING: Writing = { fields: EMPTY, editing: null, attempt: null, serial: 0 };

/** What is being written, and which letter is being edited, if any. */
export function useLetterForm() {
  const [writing, setWriting] = useState(NOTHING);
  const { fields, editing, serial } = writing;
  const draft = useMemo(() => draftOf(writing), [writing]);
  const place = useRef<Place>(null);

  return {
    fields,
    editing,
    serial,
    place,
    /** What would be lost with the form; null when it holds no words, or only those that are kept elsewhere. */
    draft,
    isEmpty: draft === null && editing === null,
    set(change: Partial<LetterText>) {
      setWriting((now) => ({ ...now, fields: { ...now.fields, ...change } }));
    },
    edit(letter: LetterJson) {
      setWriting(filledWith({ fields: fieldsOf(letter), editing: editedIn(letter) }));
    },
    /** The words stay, and will be saved over this version of the letter. */
    rebase(letter: LetterJson) {
      setWriting((now) => ({ ...now, editing: editedIn(letter) }));
    },
    restore({ editing, key, title, date, content, signature, hidden }: DraftWords) {
      const fields = { title, date, content, signature, hidden };
      setWriting(
        filledWith({
          fields,
          // Whether the letter has this signature already, and so may keep it, is for the server to say.
          editing: editing && { ...editing, signature, original: null },
          attempt: key === null ? null : { fields, key },
        }),
      );
    },
    /** The letter is gone, but its words may be sent as a new one. */
    stopEditing() {
      setWriting(withoutEditing);
    },
    /** A letter was deleted: if it is edited, changed words stay as those of a new one, and unchanged ones go. */
    forget(letterId: string) {
      setWriting((now) => {
        if (now.editing?.id !== letterId) return now;
        return draftOf(now) ? withoutEditing(now) : filledWith({})(now);
      });
    },
    clear() {
      setWriting(filledWith({}));
    },
    /** These words were saved: they go, unless others were written since. */
    finish(words: LetterText) {
      setWriting((now) => (isSameText(now.fields, words) ? filledWith({})(now) : now));
    },
    /**
     * These words are sent now. A date that was left empty is filled in, so that another attempt
     * tomorrow is still the same letter.
     * @returns the draft of the attempt: its key is the same again until the words change
     */
    attempt({ date }: LetterText): DraftWords & { key: string } {
      const sent = { ...fields, date };
      const key = keyOf({ ...writing, fields: sent }) ?? newDraftName(randomBytes);
      setWriting({ ...writing, fields: sent, editing: null, attempt: { fields: sent, key } });
      return { ...sent, editing: null, key };
    },
    /** The next attempt is a new letter. */
    forgetAttempt() {
      setWriting((now) => ({ ...now, attempt: null }));
    },
  };
}

export type LetterForm = ReturnType<typeof useLetterForm>;

/** @param what nothing for an empty form */
function filledWith(what: Partial<Writing>): (before: Writing) => Writing {
  return ({ serial }) => ({ ...NOTHING, ...what, serial: serial + 1 });
}

function withoutEditing(writing: Writing): Writing {
  return { ...writing, editing: null };
}

/**
 * Changed words need another idempotency key: with the old one, the old letter would be the answer. Words that
 * are as they were sent have it again, or they would be sent a second time.
 */
function keyOf({ fields, attempt }: Writing): string | null {
  return attempt && isSameText(fields, attempt.fields) ? attempt.key : null;
}

function draftOf(writing: Writing): DraftWords | null {
  const { fields, editing } = writing;
  if (editing?.original && isSameText(fields, editing.original)) return null;
  if (!hasWords(fields)) return null;
  const edited = editing && { id: editing.id, version: editing.version };
  return { ...fields, editing: edited, key: keyOf(writing) };
}

/** A date or a tick alone is nothing that anybody would miss. */
function hasWords({ title, content, signature }: LetterText): boolean {
  return !isBlank(title + content + signature);
}

function editedIn(letter: LetterJson): Edited {
  const { id, version, signature } = letter;
  return { id, version, signature, original: fieldsOf(letter) };
}

function fieldsOf(letter: LetterJson): LetterText {
  const date = letter.customDate ?? '';
  return {
    title: letter.title,
    date: isCalendarDay(date) ? date : '',
    content: letter.content,
    signature: letter.signature,
    hidden: letter.hidden,
  };
}
