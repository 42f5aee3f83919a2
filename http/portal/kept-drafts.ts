import { type DraftJson, type DraftSave, type DraftWords, newDraftName } from '#core/draft.ts';
import type { RandomBytes } from '#core/random-bytes.ts';
import type { Records, RecordValue, StoredRecord } from '#core/store.ts';

const KIND = 'draft';
/**
 * How long a deleted draft leaves a tombstone: longer than a save can still be under way after its writer
 * has given it up.
 */
export const DELETED_FOR_MS = 5 * 60_000;

type KeptDraft = Pick<DraftJson, 'id' | 'version' | 'savedAt'> & { isNew: boolean };

/**
 * Drafts of letters, as records that never expire. A draft that somebody else wrote on is never
 * overwritten. Every method rejects with `StoreUnavailable`.
 */
interface KeptDrafts {
  /** All drafts, the one that was saved last first. */
  list(): Promise<DraftJson[]>;
  /**
   * Stores words under an id. The writer who saved last may save again without knowing the version, since
   * the answer may have been lost. A save that a later one of its writer overtook changes nothing.
   * @param known the version that the writer knows; 0 when it knows of none
   * @returns null when somebody else wrote on the draft, or deleted it
   */
  keep(id: string, words: DraftWords, save: DraftSave, known: number): Promise<KeptDraft | null>;
  /** Stores words as a new draft. */
  keepApart(words: DraftWords, save: DraftSave): Promise<KeptDraft>;
  /**
   * Deletes a draft, and leaves a tombstone for some minutes, which rejects saves that arrive late.
   * @param known the version to delete; undefined for any, even if its save has not arrived yet
   * @param writer may delete any version that it saved itself
   * @returns false when somebody else wrote on it
   */
  delete(id: string, known?: number, writer?: string): Promise<boolean>;
}

export interface KeptDraftsNeeds {
  records: Records;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
}

export function createKeptDrafts({ records, now, randomBytes }: KeptDraftsNeeds): KeptDrafts {
  const keep: KeptDrafts['keep'] = async (id, words, save, known) => {
    for (;;) {
      const there = await records.get(KIND, id);
      const own = there?.value.writer === save.writer;
      if (there && own && Number(there.value.turn) >= save.turn) {
        return { id, version: there.version, savedAt: iso(there.value.savedAt), isNew: false };
      }
      if (!own && (there?.version ?? 0) !== known) return null;
      const value = recordOf(id, words, save, now());
      const version = await records.put(KIND, id, value, { ifVersion: there?.version ?? 0 });
      // Null: the compare-and-set failed. Read again who wrote.
      if (version !== null) return { id, version, savedAt: iso(value.savedAt), isNew: !there };
    }
  };

  return {
    async list() {
      const drafts = (await records.list(KIND)).filter(isThere).map(draftOf);
      return drafts.sort((a, b) => b.savedAt.localeCompare(a.savedAt) || b.version - a.version);
    },

    keep,

    async keepApart(words, save) {
      for (;;) {
        const kept = await keep(newDraftName(randomBytes), words, save, 0);
        if (kept) return kept;
      }
    },

    async delete(id, known, writer) {
      for (;;) {
        const there = await records.get(KIND, id);
        const version = there?.version ?? 0;
        const isMeant = known === undefined || version === known;
        const own = writer !== undefined && there?.value.writer === writer;
        if (there && isThere(there) && !isMeant && !own) return false;
        const options = { ifVersion: version, expiresAt: now() + DELETED_FOR_MS };
        if ((await records.put(KIND, id, DELETED, options)) !== null) return true;
      }
    },
  };
}

/** The tombstone of a deleted draft. It has no writer, and a version that no writer knows. */
const DELETED: RecordValue = { deleted: true };

function isThere({ value }: StoredRecord): boolean {
  return value.deleted !== true;
}

/** The id is among the values, since a record is listed without its key. */
function recordOf(id: string, words: DraftWords, save: DraftSave, savedAt: number): RecordValue {
  const { editing, ...fields } = words;
  return {
    id,
    ...fields,
    editingId: editing?.id ?? null,
    editingVersion: editing?.version ?? null,
    ...save,
    savedAt,
  };
}

function draftOf({ value, version }: StoredRecord): DraftJson {
  const { editingId, editingVersion } = value;
  return {
    id: value.id as string,
    title: value.title as string,
    date: value.date as string,
    content: value.content as string,
    signature: value.signature as string,
    hidden: value.hidden as boolean,
    editing:
      editingId === null ? null : { id: editingId as string, version: editingVersion as number },
    key: value.key as string | null,
    savedAt: iso(value.savedAt),
    version,
  };
}

function iso(savedAt: unknown): string {
  return new Date(savedAt as number).toISOString();
}
