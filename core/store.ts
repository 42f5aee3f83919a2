import type { Letter, LetterSummary, LetterText, NewLetter } from './letter.ts';

/**
 * The port to the database (as in ports and adapters). Methods are atomic and named after intentions. Every
 * method rejects with `StoreUnavailable` when the engine cannot do what was asked. Nothing that was
 * acknowledged is lost. What was rejected was not kept, unless a connection died before the answer to its
 * commit: docs/stores.md says what each engine cannot do.
 */
export interface Store {
  letters: Letters;
  records: Records;
  /** Resolves when the store can be read, else rejects with `StoreUnavailable`. */
  ping(): Promise<void>;
  /**
   * Checks the integrity of all that is stored, as thoroughly as the engine can. Each fault is a
   * sentence for the owner that quotes no letter, id or secret; none when all is well.
   */
  faults(): Promise<string[]>;
  /** Ends every watch and releases the engine. */
  close(): Promise<void>;
}

export interface Page<Item> {
  items: Item[];
  /** The cursor of the next page, or null when this is the last. */
  next: string | null;
}

export interface PageRequest {
  limit: number;
  /** The cursor: a position, or a text that sorts between two. Only letters after it, the older ones, are listed. */
  after?: string | undefined;
}

/** Names one attempt to send a letter, so that a retry finds that letter instead of making another. */
export interface IdempotencyKey {
  key: string;
  /** A digest of the words that were sent under the key. */
  digest: string;
}

export type Created =
  | { outcome: 'created' | 'repeated'; letter: Letter }
  /** The key was used for another text, or its letter was deleted since. */
  | { outcome: 'key-reused' | 'deleted' };

export type Updated = { outcome: 'updated'; letter: Letter } | { outcome: 'missing' | 'stale' };

export type Deleted = 'deleted' | 'missing' | 'stale';

export interface Letters {
  /** Keeps a new letter. Acknowledged only once it is on disk. @param now milliseconds since 1970 */
  create(letter: NewLetter, now: number, idempotency?: IdempotencyKey): Promise<Created>;
  /**
   * Changes a letter's text and sets `updatedAt`; never moves it in the list.
   * @param ifVersion change it only if this is still its version
   */
  update(id: string, text: LetterText, now: number, ifVersion?: number): Promise<Updated>;
  /** @param ifVersion delete it only if this is still its version */
  delete(id: string, ifVersion?: number): Promise<Deleted>;
  get(id: string): Promise<Letter | null>;
  /** All letters, hidden ones too, newest first. @param search only letters that contain each of these */
  listAll(page: PageRequest & { search?: string[] }): Promise<Page<Letter>>;
  /** Visible letters, newest first. Runs no COUNT query. */
  listVisible(page: PageRequest): Promise<Page<LetterSummary>>;
  /** The visible letters on either side of a position. Costs the same at every position. */
  neighbours(position: string): Promise<Neighbours>;
  /**
   * Stores letters from elsewhere under their own ids, in the order given, all or none. A letter whose id
   * exists already stays as it is, and `present` names it. A letter that brings its position and version
   * keeps them, unless the position is taken; the others get positions as if they were sent now, in turn.
   * @param now milliseconds since 1970
   */
  importAll(letters: ImportedLetter[], now: number): Promise<{ added: number; present: string[] }>;
  /** Replaces all letters with these, unchanged, atomically. */
  replaceAll(letters: Letter[]): Promise<void>;
  /**
   * Every letter with all its fields as it was at one moment, in the order in which they were sent.
   * Streamed, and blocks no writer, however slowly it is read.
   * @param options.leftOut called with the number of damaged letters, where an engine can skip them: infinity
   * where nothing tells how many. Without it, the first one ends the export with `StoreUnavailable`
   */
  exportAll(options?: { leftOut?: (letters: number) => void }): AsyncIterable<Letter>;
  /**
   * Subscribes to every change to what readers can see, made by this process or another. A change to a
   * letter that is hidden before and after is no such change. The listener is called for changes made
   * through this store before the call that made them resolves.
   */
  watchVisible(listener: (change: VisibleChange) => void): Promise<Watch>;
}

/** Null where there is none. */
export interface Neighbours {
  earlier: LetterSummary | null;
  later: LetterSummary | null;
}

/** A letter that comes from a store like this one brings its position and version; others have none. */
export type ImportedLetter = Omit<Letter, 'position' | 'version'> &
  (Pick<Letter, 'position' | 'version'> | { position?: never; version?: never });

export type VisibleChange =
  /** The letter is new to readers, or what they see of it changed. */
  | { kind: 'shown'; seq: number; letter: LetterSummary }
  | { kind: 'withdrawn'; seq: number; id: string }
  /** Changes may have been missed: read everything again. */
  | { kind: 'resync'; seq: number };

export interface Watch {
  /** The number of the last change before the watch began. Numbers rise by one per public change. */
  seq: number;
  close(): void;
}

/**
 * A key-value store that all instances share, with expiry and compare-and-set. All that must be
 * remembered besides letters (credentials, sessions, throttle, drafts) is built on it.
 */
export interface Records {
  get(kind: string, key: string): Promise<StoredRecord | null>;
  /**
   * Stores a value.
   * @param options.ifVersion compare-and-set: store it only if the record still has this version; 0 means absent
   * @returns the new version, or null when `ifVersion` did not hold
   */
  put(kind: string, key: string, value: RecordValue, options?: PutOptions): Promise<number | null>;
  /** @returns whether it existed */
  delete(kind: string, key: string): Promise<boolean>;
  /**
   * Every record of a kind, in no order, without its key, of which an engine may have only a digest: a
   * value that needs its key has to contain it.
   */
  list(kind: string): Promise<StoredRecord[]>;
  /** Deletes every record of a kind. */
  deleteAll(kind: string): Promise<void>;
}

export type RecordValue = { [key: string]: string | number | boolean | null };

export interface StoredRecord {
  value: RecordValue;
  version: number;
  /** Milliseconds since 1970, or null when it never expires. */
  expiresAt: number | null;
}

interface PutOptions {
  ifVersion?: number | undefined;
  /** Milliseconds since 1970. An expired record counts as absent, and is deleted by a later write. */
  expiresAt?: number | undefined;
}
