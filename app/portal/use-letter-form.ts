import { useRef, useState } from 'react';
import { isCalendarDay } from '#core/date.ts';
import type { LetterJson } from '#core/letter.ts';

export interface LetterFields {
  title: string;
  /** As a date input has it: a calendar day, or empty. */
  date: string;
  content: string;
  signature: string;
  hidden: boolean;
}

const EMPTY: LetterFields = { title: '', date: '', content: '', signature: '', hidden: false };

/** What is being written, and which letter is being edited, if any. */
export function useLetterForm() {
  const [fields, setFields] = useState(EMPTY);
  const [editing, setEditing] = useState<LetterJson | null>(null);
  const key = useRef<string>(null);

  return {
    fields,
    editing,
    set(change: Partial<LetterFields>) {
      // Other words are another letter: a retry of the old ones must not stand for them.
      key.current = null;
      setFields((now) => ({ ...now, ...change }));
    },
    edit(letter: LetterJson) {
      const date = letter.customDate ?? letter.date ?? '';
      setEditing(letter);
      setFields({
        title: letter.title,
        date: isCalendarDay(date) ? date : '',
        content: letter.content,
        signature: letter.signature,
        hidden: letter.hidden ?? false,
      });
    },
    /** The letter is gone, but its words may be sent as a new one. */
    stopEditing() {
      key.current = null;
      setEditing(null);
    },
    clear() {
      key.current = null;
      setEditing(null);
      setFields(EMPTY);
    },
    /** Names this attempt to send these words; the same again until they change. */
    idempotencyKey(): string {
      key.current ??= Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join('');
      return key.current;
    },
  };
}

export type LetterForm = ReturnType<typeof useLetterForm>;
