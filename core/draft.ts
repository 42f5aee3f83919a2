import { isSameText, type LetterText } from './letter.ts';
import type { RandomBytes } from './random-bytes.ts';

/** What was typed into the form, complete or not. */
export interface DraftWords extends LetterText {
  /** The letter that is being edited, at the version that the edit began with; null for a new one. */
  editing: { id: string; version: number } | null;
  /** The idempotency key under which these very words may have been sent already, or null. */
  key: string | null;
}

/** Whether two forms hold the same, or neither holds anything. */
export function sameWords(a: DraftWords | null, b: DraftWords | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    isSameText(a, b) &&
    a.key === b.key &&
    a.editing?.id === b.editing?.id &&
    a.editing?.version === b.editing?.version
  );
}

/** Identifies a save of a draft, so that a save which arrives late cannot pass for a newer one. */
export interface DraftSave {
  /** The id of one form in one tab of a browser: 32 hexadecimal digits. */
  writer: string;
  /** Counts the writer's saves from 1. */
  turn: number;
}

/** A draft as it crosses the wire. */
export interface DraftJson extends DraftWords {
  id: string;
  /** When it was saved, as an ISO date with its time. */
  savedAt: string;
  version: number;
}

const NAME = /^[0-9a-f]{32}$/;

/** A new id for a draft or a writer. */
export function newDraftName(randomBytes: RandomBytes): string {
  return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function isDraftName(text: string): boolean {
  return NAME.test(text);
}
