import type { DraftSave, DraftWords } from '#core/draft.ts';
import { type DraftPlace, deleteDraft, keepDraft, keepDraftAndLock } from './drafts-api.ts';
import { isRefusal } from './portal-api.ts';

/**
 * One draft, and what is known of it. What the server answers belongs to the draft that it was asked
 * about, whichever one the form writes by then. What it does not answer rejects with `PortalRefusal`.
 */
export interface WrittenDraft {
  readonly id: string;
  /** What the server surely has; null from the moment it is sent something until it answers. */
  readonly kept: DraftWords | null;
  /** It may have been deleted elsewhere: from now on, nothing is taken to be kept. */
  invalidate(): void;
  /** These words are taken to be kept after all. */
  assumeKept(words: DraftWords): void;
  /** @returns false when somebody else wrote on it, or threw it away */
  save(words: DraftWords, save: DraftSave): Promise<boolean>;
  /** The page goes away. @returns false when these words are too long to outlive it */
  saveAndLock(words: DraftWords, save: DraftSave): boolean;
  /** Deletes it, unless somebody else wrote on it. @param writer whose saves these were */
  delete(writer: string): Promise<void>;
}

/** @param restored what the server has of it */
export function createWrittenDraft(
  place: DraftPlace,
  restored: DraftWords | null = null,
): WrittenDraft {
  const { id } = place;
  let { version } = place;
  let kept = restored;

  return {
    id,

    get kept() {
      return kept;
    },

    invalidate() {
      kept = null;
    },

    assumeKept(words) {
      kept = words;
    },

    async save(words, save) {
      kept = null;
      try {
        version = await keepDraft({ id, version }, words, save);
      } catch (error) {
        if (isRefusal(error, 'draft-changed')) return false;
        throw error;
      }
      kept = words;
      return true;
    },

    saveAndLock(words, save) {
      return keepDraftAndLock({ id, version }, words, save);
    },

    async delete(writer) {
      try {
        await deleteDraft({ id, version }, writer);
      } catch (error) {
        if (!isRefusal(error, 'draft-changed')) throw error;
      }
    },
  };
}
